// A box above each long table shows only the rows that contain what is typed.
const LONG = 20;

for (const table of document.querySelectorAll("article table")) {
  const rows = [...table.querySelectorAll("tbody tr")];
  if (rows.length < LONG) continue;
  const box = document.createElement("input");
  box.type = "search";
  box.className = "table-filter";
  box.placeholder = "Filter this table";
  box.setAttribute("aria-label", "Filter this table");
  box.addEventListener("input", () => {
    const wanted = box.value.toLowerCase();
    for (const row of rows) row.hidden = !row.textContent.toLowerCase().includes(wanted);
  });
  (table.closest(".md-typeset__scrollwrap") ?? table).before(box);
}
