// A page without an origin, which becomes the report that the page around it gives it: as a file, it could not change its
// own address, by which a report shows a pair.
addEventListener("message", (event) => {
  if (event.source !== parent || event.origin !== location.origin) return;
  document.open();
  document.write(event.data);
  document.close();
});
parent.postMessage("ready", location.origin);
