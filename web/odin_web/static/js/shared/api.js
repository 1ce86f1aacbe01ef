/** Requests to the server. */

import { t } from "./i18n.js";
import { Store } from "./store.js";

/** @import { AnyHandlers } from "../types.js" */

const SENT = { "content-type": "application/json" };

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
      headers: SENT,
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

/** Whether no server answers, and what is shown was kept: the page then begins anew with a server. */
export const connection = new Store({ lost: false, kept: false });

/** @param {boolean} now @param {boolean} [kept] */
function lost(now, kept = false) {
  if (now === connection.value.lost) return;
  connection.set({ lost: now, kept });
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

/** What ends a search, and an event of one. */
const ENDS = ["result", "failed", "stopped"];
const EVENT = /(?:id: (.*)\n)?event: (.*)\ndata: (.*)/;

/**
 * Follow a search; a lost connection is taken up again. The search ends with the page.
 * @param {string} search
 * @param {AnyHandlers} handlers by kind of event
 * @returns {() => void} stops listening
 */
export function follow(search, handlers) {
  const path = `/api/searches/${search}`;
  const stop = () => void fetch(`${path}/stop`, { method: "POST", headers: SENT, body: "{}", keepalive: true }).catch(() => {});
  let open = true;
  /** @type {ReadableStreamDefaultReader<string> | undefined} */
  let reader;
  const close = () => {
    open = false;
    window.removeEventListener("pagehide", stop);
    reader?.cancel().catch(() => {});
  };
  window.addEventListener("pagehide", stop);
  const hear = async (/** @type {string} */ last) => {
    const answer = await fetch(`${path}/events`, { headers: { "last-event-id": last }, cache: "no-store" }).catch(() => null);
    if (open && answer && !answer.ok) {
      close();
      handlers.failed?.({ error: t("search_gone") });
    }
    reader = answer?.body?.pipeThrough(new TextDecoderStream()).getReader();
    for (let text = ""; open && reader; ) {
      const { value, done } = await reader.read().catch(() => ({ value: "", done: true }));
      if (done) break;
      const parts = (text + value).split("\n\n");
      text = parts.pop() ?? "";
      for (const [, id = last, kind, data] of parts.map((part) => EVENT.exec(part) ?? [])) {
        last = id;
        if (ENDS.includes(kind)) close();
        handlers[/** @type {"part"} */ (kind)]?.(JSON.parse(data));
      }
    }
    if (open) await back();
    if (open) void hear(last);
    else reader?.cancel().catch(() => {});
  };
  void hear("0");
  return close;
}
