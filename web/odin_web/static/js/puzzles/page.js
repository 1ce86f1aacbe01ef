/** The page with puzzles: behind the `#` stands a puzzle, a pack or a share code. */

import { html, useEffect } from "../../vendor/htm-preact.js";
import { fragment } from "../shared/address.js";
import { t } from "../shared/i18n.js";
import { useStore } from "../shared/store.js";
import { ListPage, openFile, openText } from "./lists.js";
import { PlayPage } from "./play.js";

export function Page() {
  const name = useStore(fragment);
  useEffect(() => {
    /** @type {[string, any][]} */
    const listeners = [
      ["paste", onPaste],
      ["dragover", (/** @type {DragEvent} */ event) => event.preventDefault()],
      ["drop", onDrop],
    ];
    for (const [kind, listener] of listeners) window.addEventListener(kind, listener);
    return () => {
      for (const [kind, listener] of listeners) window.removeEventListener(kind, listener);
    };
  }, []);
  const isCode = name.toUpperCase().startsWith("ODIN");
  useEffect(() => {
    if (isCode) void openText(name, "");
  }, [name]);
  if (isCode) return html`<p class="hint">${t("loading")}</p>`;
  return name.includes("/") ? html`<${PlayPage} key=${name} name=${name} />` : html`<${ListPage} pack=${name} />`;
}

/** @param {ClipboardEvent} event */
function onPaste(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  const text = event.clipboardData?.getData("text") ?? "";
  if (target.closest("input, textarea") || !text.trim()) return;
  void openText(text, "");
}

/** @param {DragEvent} event */
function onDrop(event) {
  event.preventDefault();
  const file = event.dataTransfer?.files[0];
  if (file) void openFile(file);
}
