/** A search on the server: begun, followed, ended. */

import { follow, post } from "./api.js";
import { notice, say } from "./page.js";
import { Store } from "./store.js";

/** @typedef {{ state: "idle" | "waiting" | "running", place: number }} TaskState */

/** @type {TaskState} */
const IDLE = { state: "idle", place: 0 };

/** Post what begins a search. @type {(path: string, wanted: unknown) => Promise<import("../contract.js").SearchBegun>} */
const beginning = /** @type {any} */ (post);

/** One search after the other: a new one ends the one before. */
export class Task {
  constructor() {
    this.state = new Store(IDLE);
    this.id = "";
    this.number = 0;
    this.unfollow = () => {};
  }

  /**
   * @template {string} Path
   * @param {Path} path
   * @param {import("../types.js").Wanted<Path>} wanted
   * @param {import("../types.js").Handlers<Path>} handlers by kind of event
   */
  async begin(path, wanted, handlers) {
    const { incumbent, part, result } = /** @type {import("../types.js").AnyHandlers} */ (handlers);
    this.leave();
    const number = this.number;
    const before = notice.value;
    this.state.set({ state: "waiting", place: 0 });
    try {
      const { search } = await beginning(path, wanted);
      if (number !== this.number) return end(search);
      this.id = search;
    } catch (error) {
      if (number !== this.number) return;
      this.finish();
      return say(/** @type {Error} */ (error).message, true);
    }
    this.unfollow = follow(this.id, {
      incumbent,
      part,
      waiting: ({ place }) => this.state.update({ place }),
      running: () => this.state.set({ state: "running", place: 0 }),
      result: (data) => {
        this.finish();
        if (before.error && notice.value === before) notice.set({ text: "", error: false });
        result?.(data);
      },
      stopped: () => this.finish(),
      failed: ({ error }) => {
        this.finish();
        say(error, true);
      },
    });
  }

  finish() {
    this.id = "";
    this.state.set(IDLE);
  }

  /** End the search; its result is what it has so far. */
  stop() {
    if (this.id) end(this.id);
  }

  /** End the search and forget it. */
  leave() {
    this.number += 1;
    this.unfollow();
    this.unfollow = () => {};
    this.stop();
    this.finish();
  }
}

/**
 * What a search finds, which is forgotten when what it is about changes.
 * @template T
 * @extends {Store<T>}
 */
export class Finding extends Store {
  /** @param {T} empty @param {...Store<any>} about */
  constructor(empty, ...about) {
    super(empty);
    this.task = new Task();
    this.forget = () => {
      this.task.leave();
      this.set(empty);
    };
    for (const each of about) each.watch(this.forget);
  }
}

/** @param {string} id */
function end(id) {
  post(`/api/searches/${id}/stop`, {}).catch(() => {
    // A search that nobody listens to ends by itself.
  });
}

/** What a form begins, or ends if it is running. @param {Task} task @param {(data: FormData) => void} begin */
export const submitted = (task, begin) => (/** @type {SubmitEvent} */ event) => {
  event.preventDefault();
  if (task.state.value.state !== "idle") task.stop();
  else begin(new FormData(/** @type {HTMLFormElement} */ (event.target)));
};
