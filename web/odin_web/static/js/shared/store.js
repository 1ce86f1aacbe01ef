/** Values that components watch. */

import { useEffect, useState } from "../../vendor/htm-preact.js";

/**
 * A value and those who watch it.
 * @template T
 */
export class Store {
  /** @param {T} value */
  constructor(value) {
    this.value = value;
    /** @type {Set<(value: T) => void>} */
    this.watchers = new Set();
  }

  /** @param {T} value */
  set(value) {
    if (value === this.value) return;
    this.value = value;
    for (const tell of [...this.watchers]) tell(value);
  }

  /** @param {Partial<T>} more */
  update(more) {
    this.set({ ...this.value, ...more });
  }

  /** @param {(value: T) => void} tell */
  watch(tell) {
    this.watchers.add(tell);
    return () => {
      this.watchers.delete(tell);
    };
  }
}

/** Fetch something now, and again whenever the window comes back. @param {() => unknown} load */
export function useFresh(load) {
  useEffect(() => {
    void load();
    window.addEventListener("focus", load);
    return () => window.removeEventListener("focus", load);
  }, []);
}

/**
 * Render again when a store changes.
 * @template T
 * @param {Store<T>} store
 * @returns {T}
 */
export function useStore(store) {
  const [, render] = useState({});
  const shown = store.value;
  useEffect(() => {
    // The store may have changed between rendering and this effect.
    if (store.value !== shown) render({});
    return store.watch(() => render({}));
  }, [store]);
  return shown;
}
