/** What is kept for the next time: by this browser, and by the server for any other address of it. */

import { given } from "./i18n.js";

for (const [key, text] of Object.entries(given.kept)) {
  try {
    if (localStorage.getItem(key) === null) localStorage.setItem(key, text);
  } catch {
    // Private windows may refuse.
  }
}

/**
 * Keep a text; null takes it away.
 * @param {string} key
 * @param {string | null} text
 */
export function keep(key, text) {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // The server keeps it all the same.
  }
  const body = JSON.stringify({ changes: { [key]: text } });
  const headers = { "content-type": "application/json" };
  // Browsers refuse to send more than 64 kB after the page was left.
  fetch("/api/kept", { method: "POST", headers, body, keepalive: body.length < 60_000 }).catch(() => {
    // Without a server it stays in this browser.
  });
}
