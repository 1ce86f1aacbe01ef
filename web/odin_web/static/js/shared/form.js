/** Forms of questions and of files, drawn from what the server says of their fields. */

import { html } from "../../vendor/htm-preact.js";
import { Dropdown, Stepper, small, typed } from "./controls.js";
import { t } from "./i18n.js";

/** @import { FormField as Of } from "../contract.js" */
/**
 * What fields need besides: names that the rest of the data gives, what is wrong, and signs of names.
 * @typedef {{ names: Record<string, Record<string, string>>, problems?: string[], sign?: (name: string) => any }} Around
 */
/**
 * A field; without a heading its label is only heard.
 * @typedef {{ of: Of, value: any, set: (value: any) => void, around: Around, path: string, label: string, bare?: boolean }} FieldProps
 */

/**
 * Copied data with another value; undefined takes it out.
 * @param {any} data
 * @param {string | number} key
 * @param {any} value
 */
export function changed(data, key, value) {
  const copy = Array.isArray(data) ? [...data] : { ...data };
  if (value !== undefined) copy[key] = value;
  else if (Array.isArray(copy)) copy.splice(Number(key), 1);
  else delete copy[key];
  return copy;
}

/** Values that can be chosen, with their names. @param {Of} of @param {Around} around @returns {Record<string, string>} */
const choicesOf = (of, { names }) => (of.among ? names[of.among] ?? {} : of.choices);

/** @param {unknown} value @returns {Record<string, any>} */
const tableOf = (value) => (value && typeof value === "object" && !Array.isArray(value) ? value : {});

/**
 * Data of a field of which only some names are left.
 * @param {Of} of @param {any} value @param {string} among @param {string[]} left @returns {any}
 */
export function pruned(of, value, among, left) {
  const [entry] = of.entries;
  const inside = (/** @type {Of} */ each, /** @type {any} */ part) => pruned(each, part, among, left);
  if (of.kind === "list" && Array.isArray(value)) return value.map((each) => inside(entry, each));
  if (of.kind === "group" && value) return { ...value, ...Object.fromEntries(of.entries.filter(({ name }) => name in value).map((each) => [each.name, inside(each, value[each.name])])) };
  if (of.kind !== "table") return of.among === among && !left.includes(value) ? undefined : value;
  const kept = Object.entries(tableOf(value)).filter(([name]) => of.among !== among || left.includes(name));
  return Object.fromEntries(kept.map(([name, part]) => [name, inside(entry, part)]).filter(([, part]) => part !== undefined));
}

/** A value to begin with. @param {Of} of @returns {any} */
function blank(of) {
  if (of.kind === "list") return of.whole ? Array(of.room ?? 0).fill(blank(of.entries[0])) : [];
  return { group: {}, table: {}, whole: of.least ?? 0, choice: Object.keys(of.choices)[0] }[/** @type {string} */ (of.kind)] ?? "";
}

/**
 * How many there are of each.
 * @param {{ names: Record<string, string>, counts: Record<string, number>, named: (name: string) => string, set: (name: string, count: number) => void, around: Around, usual?: number, of?: Of }} props
 */
function Counts({ names, counts, named, set, around, usual = 0, of }) {
  return html`<div class="counts">
    ${Object.entries(names).map(
      ([each, name]) =>
        html`<${Stepper} key=${each} label=${named(name)} shown=${around.sign?.(each) ?? html`<span class="stepped">${name}</span>`} value=${counts[each] ?? usual} least=${of?.least ?? 0} most=${of?.most ?? 99} set=${(/** @type {number} */ n) => set(each, n)} />`,
    )}
  </div>`;
}

/** @param {{ label: string, bare?: boolean, children: any }} props */
function Group({ label, bare, children }) {
  return html`<div role="group" aria-label=${label}>${!bare && html`<h3>${label}</h3>`}${children}</div>`;
}

/** @param {{ what: string, drop: () => void }} props */
export const Remove = ({ what, drop }) => small("✕", t("form_remove", { what }), drop);

/** A letter that names nothing yet. @param {Record<string, any>} taken */
const freeLetter = (taken) => [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"].find((each) => !(each in taken));

/** @param {FieldProps} props */
function Table({ of, value, set, around, path, label, bare }) {
  const [entry] = of.entries;
  const given = tableOf(value);
  const listed = of.among || Object.keys(of.choices).length;
  const names = listed ? choicesOf(of, around) : Object.fromEntries(Object.keys(given).slice(0, of.room ?? undefined).map((each) => [each, `${entry.label} ${each}`]));
  const heard = (/** @type {string} */ name) => (of.among ? `${label} (${name})` : bare ? name : `${label} ${name}`);
  const put = (/** @type {string} */ name, /** @type {any} */ now) => {
    const next = changed(given, name, now);
    set(Object.keys(next).length ? next : undefined);
  };
  if (entry.kind === "whole") return html`<${Group} label=${label} bare=${bare}><${Counts} of=${entry} names=${names} counts=${given} named=${heard} usual=${of.usual} around=${around} set=${(/** @type {string} */ name, /** @type {number} */ n) => put(name, n === of.usual ? undefined : n)} /><//>`;
  const fields = Object.entries(names).map(([each, name]) => html`<${Field} key=${each} of=${{ ...entry, required: false }} value=${given[each]} set=${(/** @type {any} */ now) => put(each, now)} around=${around} path=${`${path}.${each}`} label=${name} />`);
  const free = listed ? undefined : freeLetter(given);
  return html`<${Group} label=${label} bare=${bare}>
    <div class="fields">${fields}</div>
    ${free && html`<button type="button" onClick=${() => put(free, blank(entry))}>+ ${entry.label} ${free}</button>`}
  <//>`;
}

/** @param {FieldProps} props */
function List({ of, value = of.default, set, around, path, label, bare }) {
  const [entry] = of.entries;
  /** @type {any[]} */
  const given = Array.isArray(value) ? value.slice(0, of.room ?? undefined) : [];
  const items = of.whole ? Array.from(blank(of), (each, at) => given[at] ?? each) : given;
  const drawn = items.map((each, at) => html`<${Field} key=${at} of=${entry.among ? { ...entry, among: "" } : entry} value=${each} set=${(/** @type {any} */ now) => set(changed(items, at, now ?? blank(entry)))} around=${around} path=${`${path}[${at}]`} label=${`${label} ${at + 1}`} bare=${of.whole || entry.kind !== "table"} drop=${of.whole ? undefined : () => set(changed(items, at, undefined))} />`);
  if (of.whole) return html`<div class="fixed" role="group" aria-label=${label}>${!bare && html`<span>${label}</span>`}${drawn}</div>`;
  if (of.unique)
    return html`<${Group} label=${label} bare=${bare}><div class="fields">
      ${Object.entries(entry.choices).map(([each, name]) => html`<label class="check"><input type="checkbox" checked=${items.includes(each)} onChange=${() => set(Object.keys(entry.choices).filter((one) => (one === each) !== items.includes(one)))} />${name}</label>`)}
    </div><//>`;
  if (entry.kind === "choice") {
    /** @type {Record<string, number>} */
    const counts = {};
    for (const each of items) counts[each ?? "?"] = (counts[each ?? "?"] ?? 0) + 1;
    const put = (/** @type {string} */ name, /** @type {number} */ n) => set(Object.entries({ ...counts, [name]: n }).flatMap(([each, count]) => Array(count).fill(each)));
    return html`<${Group} label=${label} bare=${bare}><${Counts} names=${entry.choices} counts=${counts} named=${(/** @type {string} */ name) => `${label} ${name}`} around=${around} set=${put} /><//>`;
  }
  const add = (/** @type {any} */ each) => set([...items, each]);
  return html`<${Group} label=${label} bare>
    ${drawn}
    ${entry.among
      ? html`<${Dropdown} name=${`+ ${entry.label}`} options=${Object.entries(choicesOf(entry, around))} choose=${add} />`
      : html`<button type="button" onClick=${() => add(blank(entry))}>+ ${entry.label}</button>`}
  <//>`;
}

/** @param {FieldProps} props */
function Fields({ of, value, set, around, path, label, bare }) {
  if (value === undefined && of.default === null && !of.required) return html`<button type="button" onClick=${() => set({})}>+ ${label}</button>`;
  const fields = of.entries.map((each) => html`<${Field} key=${each.name} of=${each} value=${tableOf(value)[each.name]} set=${(/** @type {any} */ now) => set(changed(tableOf(value), each.name, now))} around=${around} path=${`${path}.${each.name}`} />`);
  return html`<${Group} label=${label} bare=${bare}><div class="fields">${fields}</div>${of.default === null && !of.required && html`<${Remove} what=${label} drop=${() => set(undefined)} />`}<//>`;
}

/** @param {FieldProps} props */
function Choice({ of, value, set, around, label, bare }) {
  const names = choicesOf(of, around);
  const now = String(value ?? of.default ?? "");
  const none = of.default === null && (!of.required || !now);
  const read = (/** @type {string} */ text) => (text === "" ? undefined : text === now ? value : of.kind === "check" ? text === "true" : of.kind === "whole" ? Number(text) : text);
  const options = Object.entries(names).filter(([each]) => each);
  if (now && !(now in names)) options.push([now, typeof value === "object" ? t("form_of_file") : now]);
  const select = html`<select class=${now} aria-label=${bare ? label : undefined} onChange=${typed((text) => set(read(text)))}>
    ${none && html`<option value="" selected=${!now}>${names[""] ?? (of.required ? "?" : "–")}</option>`}
    ${options.map(([each, name]) => html`<option value=${each} selected=${each === now}>${name}</option>`)}
  </select>`;
  return bare ? select : html`<label title=${of.help}>${label}${select}</label>`;
}

/** @param {FieldProps} props */
function Input({ of, value = of.default, set, label, bare }) {
  const { kind, least, most, room } = of;
  const read = (/** @type {string} */ text) => (kind === "text" ? text : text === "" ? undefined : Number(text));
  const input = html`<input type=${kind === "text" ? "text" : "number"} maxlength=${room} min=${least} max=${most} step=${kind === "whole" ? 1 : "any"} aria-label=${bare ? label : undefined} value=${value} onChange=${typed((text) => set(read(text)))} />`;
  return bare ? input : html`<label class=${kind === "text" ? "wide" : ""} title=${of.help}>${label}${input}</label>`;
}

/** @param {FieldProps} props */
function Check({ of, value = of.default, set, label }) {
  return html`<label class="check" title=${of.help}><input type="checkbox" checked=${value} onChange=${() => set(!value)} />${label}</label>`;
}

const KINDS = { group: Fields, table: Table, list: List, check: Check, choice: Choice, text: Input, whole: Input, number: Input };
/** What has fields of its own, beside which its faults stand. */
const HOLDERS = ["group", "table", "list"];

/**
 * A field, and what is wrong with it.
 * @param {Omit<FieldProps, "path" | "label"> & { path?: string, label?: string, drop?: () => void }} props
 */
export function Field({ of, path = of.name, label = of.label, drop, ...rest }) {
  const chosen = of.among || Object.keys(of.choices).length;
  const Kind = chosen && !HOLDERS.includes(of.kind) ? Choice : KINDS[/** @type {"text"} */ (of.kind)];
  const holds = of.kind === "group" || (HOLDERS.includes(of.kind) && HOLDERS.includes(of.entries[0].kind)) ? [":"] : [":", ".", "["];
  const wrong = (rest.around.problems ?? []).filter((problem) => holds.some((end) => problem.startsWith(path + end)));
  return html`<div class=${`field ${of.kind}-field`}>
    <${Kind} of=${of} path=${path} label=${label} ...${rest} />
    ${drop && html`<${Remove} what=${label} drop=${drop} />`}
    ${wrong.map((problem) => html`<p class="violations">${problem.slice(path.length).replace(/^: /, "")}</p>`)}
  </div>`;
}
