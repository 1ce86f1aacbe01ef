/** What stands behind the `#` of the address. */

import { Store } from "./store.js";

/** Heard from the start, so that no address is missed before a component watches. */
export const fragment = new Store(decoded());
window.addEventListener("hashchange", () => fragment.set(decoded()));

function decoded() {
  try {
    return decodeURIComponent(location.hash.slice(1));
  } catch {
    return "";
  }
}
