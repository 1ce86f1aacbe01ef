/** The first script of the page: its texts; then the frame around the views, or the view inside it. */

const place = (/** @type {string} */ name) => new URL(name, import.meta.url);
const framed = window.frameElement?.id === "view";
// Only the view needs the modules of a page: they are loaded while its texts are on their way.
for (const link of framed ? document.querySelectorAll("link[rel=later]") : []) link.setAttribute("rel", "modulepreload");

/** The language that was chosen, or else that of the browser. */
const known = document.documentElement.dataset.languages?.split(" ") ?? [];
const chosen = /(?:^|; )language=(\w+)/.exec(document.cookie)?.[1];
const language = [chosen, ...navigator.languages].map((each) => each?.slice(0, 2) ?? "").find((each) => known.includes(each)) ?? "en";
document.documentElement.lang = language;
const within = /** @type {HTMLElement} */ (document.getElementById("given"));
within.textContent = await (await fetch(place(`texts/${language}.json`))).text();

// A host adds a slash to the name of a folder.
if (location.pathname.length > 1) history.replaceState(null, "", location.pathname.replace(/\/$/, "") + location.search + location.hash);

await import(/** @type {string} */ (framed ? "./view.js" : "./shell.js"));
