/** The position and the profile of the page of Graenaland, and what the server says about them. */

import { post } from "../shared/api.js";
import { t } from "../shared/i18n.js";
import { keep, stored } from "../shared/kept.js";
import { announced, attempt, say } from "../shared/page.js";
import { Store } from "../shared/store.js";

const KEPT = "graenaland";
const KEPT_DRAFT = "graenaland-profile";
const MOST_UNDO = 200;

/** Data of a position file, the view of the last data that could be read, and earlier data. */
export const work = new Store(/** @type {any} */ ({ data: null, view: null, problems: [], past: [] }));
/** Data of a profile file, and the digest of the saved one that they replace. */
export const draft = new Store(/** @type {any} */ ({ data: {}, seen: null, saved: true, problems: [] }));

/** @param {any} data */
export function show(data) {
  work.update({ data });
  keep(KEPT, JSON.stringify(data));
  return attempt(async () => {
    const view = await post("/api/graenaland/view", { position: data });
    if (data === work.value.data) work.update({ problems: view.problems, view: view.picture ? { ...view, of: data } : work.value.view && { ...work.value.view, lacking: [] } });
  });
}

/** @param {any} data */
export function replace(data) {
  const { data: before, past } = work.value;
  if (before) work.update({ past: [...past.slice(-MOST_UNDO), before] });
  void show(data);
}

export function undo() {
  const { past } = work.value;
  if (!past.length) return announced.set(t("nothing_to_undo"));
  work.update({ past: past.slice(0, -1) });
  void show(past[past.length - 1]);
}

/** @param {string} example */
export const openExample = (example) => attempt(async () => replace((await post("/api/graenaland/open", { example })).data));

/** @param {any} data */
export function setProfile(data, saved = false) {
  draft.update({ data, saved });
  if (saved) keep(KEPT_DRAFT, null);
  else keep(KEPT_DRAFT, JSON.stringify({ data, seen: draft.value.seen }));
  void attempt(async () => {
    const view = await post("/api/graenaland/profile", { profile: data });
    if (data === draft.value.data) draft.update(view);
  });
}

/** Save the profile; positions use it from now on. */
export const saveProfile = () =>
  attempt(async () => {
    const { data, seen } = draft.value;
    const kept = await post("/api/graenaland/profile/save", { profile: data, seen });
    draft.update({ seen: kept.seen });
    setProfile(draft.value.data, data === draft.value.data);
    say(t("gr_saved", { file: kept.file }));
    void show(work.value.data);
  });

/**
 * Begin with the work of the last visit, else with an example and the saved profile.
 * @param {{ profile: any, seen: string | null, examples: Record<string, string> }} given
 */
export function begin({ profile, seen, examples }) {
  const [kept, mine] = [KEPT, KEPT_DRAFT].map((key) => stored(key));
  draft.update({ seen: mine ? mine.seen : seen });
  setProfile(mine?.data ?? profile ?? { name: "" }, !mine);
  void (kept ? show(kept) : openExample(Object.keys(examples)[0]));
}
