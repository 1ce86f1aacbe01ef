/** What stands behind the `#` of the address. */

import { keep } from "./kept.js";
import { Store } from "./store.js";

/** Heard from the start, so that no address is missed before a component watches. */
export const fragment = new Store(decoded());
window.addEventListener("hashchange", () => {
  fragment.set(decoded());
  keepView();
});
keepView();

/** The next `odin web` opens where this one was left; the position keeps itself. */
function keepView() {
  keep("view", location.pathname.slice(1) + (location.pathname === "/position" ? "" : location.hash));
}

function decoded() {
  try {
    return decodeURIComponent(location.hash.slice(1));
  } catch {
    return "";
  }
}
