import dataclasses


@dataclasses.dataclass
class Document:
    text: str
    id: str
    metadata: dict = dataclasses.field(default_factory=dict)
