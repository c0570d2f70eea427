// What the page shows, as its program wrote it (html_report.h, cleanup_page.h).
const data = JSON.parse(at("data").textContent);
