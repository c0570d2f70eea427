ExtensionHelperES = None
