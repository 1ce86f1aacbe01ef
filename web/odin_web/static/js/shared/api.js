/** Requests to the server. */

import { t } from "./i18n.js";

/** An answer that says what is wrong. */
export class Refused extends Error {
  /**
   * @param {string} message
   * @param {any} [data] the whole answer
   */
  constructor(message, data = {}) {
    super(message);
    this.data = data;
  }
}

/** Whether what was sent is wrong. @param {unknown} error */
export const isBadInput = (error) => error instanceof Refused && error.data.status === 422;

/** There is no answer: the server does not run. */
export class Unanswered extends Refused {}

/**
 * @template {string} Path
 * @param {Path} path
 * @returns {Promise<import("../contract.js").Gets<Path>>}
 */
export async function get(path) {
  return read(await reach(path));
}

/**
 * @template {string} Path
 * @param {Path} path
 * @param {import("../types.js").Asked<Path>} data
 * @returns {Promise<import("../types.js").Answered<Path>>}
 */
export async function post(path, data) {
  return read(
    await reach(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(data),
    }),
  );
}

/**
 * @param {string} path
 * @param {RequestInit} [options]
 */
async function reach(path, options) {
  try {
    const answer = await fetch(path, options);
    lost(answer.headers.has("kept"), true);
    return answer;
  } catch {
    lost(true);
    throw new Unanswered(t("no_connection"));
  }
}

/** @param {Response} answer */
export async function read(answer) {
  const data = await answer.json().catch(() => ({ error: t("server_answered", { status: answer.status }) }));
  if (!answer.ok) throw new Refused(data.error, { ...data, status: answer.status });
  return data;
}

/** @type {Set<(lost: boolean) => void>} */
const watchers = new Set();
let isLost = false;
/** Whether what is shown was kept: the page then begins anew with a server. */
export let wasKept = false;

/** @param {boolean} now @param {boolean} [kept] */
function lost(now, kept = false) {
  if (now === isLost) return;
  isLost = now;
  wasKept = now && kept;
  for (const tell of watchers) tell(now);
  if (now) void back().then(() => (kept ? location.reload() : lost(false)));
}

/** Wait until the server is there again. */
export async function back() {
  for (;;) {
    await new Promise((wait) => window.setTimeout(wait, 1000));
    try {
      await fetch("/api/components", { method: "HEAD" });
      return;
    } catch {
      // Not yet.
    }
  }
}

/**
 * Call a function whenever the connection is lost or comes back.
 * @param {(lost: boolean) => void} tell
 */
export function onConnection(tell) {
  if (isLost) tell(true);
  watchers.add(tell);
  return () => watchers.delete(tell);
}

/**
 * Follow a search; a lost connection is taken up again by the browser. The search ends with the page.
 * @param {string} search
 * @param {import("../types.js").AnyHandlers} handlers by kind of event
 * @returns {() => void} stops listening
 */
export function follow(search, handlers) {
  const source = new EventSource(`/api/searches/${search}/events`);
  const stop = () =>
    navigator.sendBeacon(`/api/searches/${search}/stop`, new Blob(["{}"], { type: "application/json" }));
  let open = true;
  const close = () => {
    open = false;
    source.close();
    window.removeEventListener("pagehide", stop);
  };
  window.addEventListener("pagehide", stop);
  const ends = new Set(["result", "failed", "stopped"]);
  for (const kind of ["waiting", "running", "incumbent", "part", "result", "failed", "stopped"]) {
    source.addEventListener(kind, (event) => {
      if (ends.has(kind)) close();
      handlers[/** @type {"part"} */ (kind)]?.(JSON.parse(/** @type {MessageEvent} */ (event).data));
    });
  }
  source.onerror = () => {
    if (source.readyState !== EventSource.CLOSED) return;
    // A page that is being left comes here too, just before it is hidden.
    window.setTimeout(() => {
      if (!open) return;
      close();
      handlers.failed?.({ error: t("search_gone") });
    }, 500);
  };
  return close;
}
