/** Files that are opened, pasted, dropped and saved. */

import { html, useEffect } from "../../vendor/htm-preact.js";
import { TYPED, useKeys } from "./keys.js";
import { say } from "./page.js";

/** @param {BlobPart} content @param {string} name */
export function save(content, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content]));
  link.download = name;
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Save data as a file of JSON. @param {unknown} data @param {string} name */
export const saveFile = (data, name) => save(`${JSON.stringify(data, null, 2)}\n`, name);

/**
 * Open what is pasted or dropped, and hear the keys that take back.
 * @param {(text: string, name?: string) => unknown} open
 * @param {() => void} [undo]
 */
export function useFiles(open, undo) {
  if (undo) useKeys("page", ({ key, ctrlKey, metaKey }) => (ctrlKey || metaKey) && key === "z" && (undo(), true));
  useEffect(() => {
    const ended = new AbortController();
    const hear = (/** @type {string} */ kind, /** @type {(event: any) => unknown} */ heard) => window.addEventListener(kind, heard, { signal: ended.signal });
    const take = async (/** @type {DataTransfer} */ data) => {
      const [file] = data.files;
      const text = file ? await file.text() : data.getData("text");
      if (text.trim()) void open(text, file?.name);
    };
    hear("paste", (event) => event.target.closest(TYPED) || take(event.clipboardData));
    hear("dragover", (event) => event.preventDefault());
    hear("drop", (event) => {
      event.preventDefault();
      void take(event.dataTransfer);
    });
    return () => ended.abort();
  }, []);
}

/** A button that opens a file. @param {{ label: string, open: (text: string, name: string) => unknown, [more: string]: any }} props */
export function FileButton({ label, open, ...rest }) {
  const change = async (/** @type {any} */ { target }) => {
    const [file] = target.files;
    if (file) await open(await file.text(), file.name);
    target.value = "";
  };
  return html`<label class="file"><input type="file" ...${rest} onChange=${change} /><span>${label}</span></label>`;
}

/** Where the clipboard is refused, the text is shown. @param {string} text @param {string} said @param {string} [refused] */
export async function copy(text, said, refused = text) {
  try {
    await navigator.clipboard.writeText(text);
    say(said);
  } catch {
    say(refused);
  }
}
