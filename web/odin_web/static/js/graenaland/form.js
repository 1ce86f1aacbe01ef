/** Forms that the server describes, drawn field by field over plain data. */

import { html } from "../../vendor/htm-preact.js";
import { t } from "../shared/i18n.js";
import { Picture } from "../shared/page.js";

/** @typedef {import("./types.js").Field} Field */
/** @typedef {import("./types.js").FieldProps} FieldProps */
/** @typedef {import("./types.js").Section} Section */

/** Names and pictures of resources, buildings and figures, as the server gives them. @type {{ names: Record<string, string>, pictures: Record<string, string> }} */
export const signs = { names: {}, pictures: {} };

/** @param {(value: string) => void} work */
export const typed = (work) => (/** @type {Event} */ event) => work(/** @type {HTMLInputElement} */ (event.target).value);

/**
 * Copied data with another value at a path; undefined takes it out.
 * @param {any} data
 * @param {Field["path"]} path
 * @param {any} value
 */
export function changed(data, [key, ...rest], value) {
  const copy = Array.isArray(data) ? [...data] : { ...data };
  const next = rest.length ? changed(copy[key] ?? {}, rest, value) : value;
  if (next !== undefined) copy[key] = next;
  else if (Array.isArray(copy)) copy.splice(Number(key), 1);
  else delete copy[key];
  return copy;
}

/** @param {{ of: string }} props a resource, or ? */
export function Sign({ of }) {
  const name = signs.names[of];
  return html`<span class="gr-sign" role="img" aria-label=${name} title=${name}><${Picture} class="gr-picture" markup=${signs.pictures[of]} /></span>`;
}

/** @param {{ label: string, sign?: string, value: number, least?: number, set: (value: number) => void }} props */
function Stepper({ label, sign, value, least = 0, set }) {
  return html`<span class="stepper" role="group" aria-label=${label}>
    ${sign ? html`<${Sign} of=${sign} />` : html`<span>${label}</span>`}
    <button type="button" disabled=${value <= least} aria-label=${t("gr_fewer", { label })} onClick=${() => set(value - 1)}>−</button>
    <output>${value}</output>
    <button type="button" disabled=${value >= 99} aria-label=${t("gr_more", { label })} onClick=${() => set(value + 1)}>+</button>
  </span>`;
}

/** @param {FieldProps} props */
function Cards({ field, label, value, set }) {
  const counts = value ?? {};
  return html`<div role="group" aria-label=${label}>
    ${label && html`<h3>${label}</h3>`}
    <div class="counts">
      ${field.of.map(
        ({ name, value: card }) =>
          html`<${Stepper} label=${`${label} ${name}`.trim()} sign=${card} value=${counts[card] ?? 0}
            set=${(/** @type {number} */ n) => {
              const next = changed(counts, [card], n || undefined);
              set(field.drop && !Object.keys(next).length ? undefined : next);
            }} />`,
      )}
    </div>
  </div>`;
}

/** @param {FieldProps} props */
function Pairs({ field, label, value, set }) {
  /** @type {string[][]} */
  const cards = Array.isArray(value) ? value : [];
  return html`<div role="group" aria-label=${label}>
    ${cards.map(
      (card, at) => html`<span class="pair">
        ${[0, 1].map(
          (side) => html`<select class=${`gr-item ${card[side]}`} aria-label=${`${label} ${at + 1}, ${side + 1}`} onChange=${typed((name) => set(changed(cards, [at, side], name)))}>
            ${field.of.map((each) => html`<option value=${each.value} selected=${each.value === card[side]}>${each.name}</option>`)}
          </select>`,
        )}
        <button type="button" class="quiet" aria-label=${t("gr_remove", { what: `${label} ${at + 1}` })} onClick=${() => set(changed(cards, [at], undefined))}>✕</button>
      </span>`,
    )}
    <button type="button" onClick=${() => set([...cards, [field.of[0].value, field.of[0].value]])}>+ ${label}</button>
  </div>`;
}

/** @param {FieldProps} props */
function Choice({ field, label, value, set }) {
  value ??= field.usual;
  const { of } = field;
  const at = of.findIndex((each) => each.value === (value ?? null));
  const none = field.empty || field.blank || at < 0;
  return html`<label>${label}
    <select onChange=${typed((n) => set(of[Number(n)]?.value ?? undefined))}>
      ${none && html`<option value="-1" selected=${at < 0}>${field.empty ? "–" : "?"}</option>`}
      ${of.map((each, n) => html`<option value=${n} selected=${n === at}>${each.name}</option>`)}
    </select>
  </label>`;
}

/** @type {Record<string, (props: FieldProps) => any>} */
const KINDS = {
  cards: Cards,
  pairs: Pairs,
  choice: Choice,
  players: (props) => Choice({ ...props, value: String(props.value?.length) }),
  stock: ({ value, set, ...rest }) => {
    /** @type {Record<string, number>} */
    const counts = {};
    for (const card of Array.isArray(value) ? value : []) counts[card ?? "?"] = (counts[card ?? "?"] ?? 0) + 1;
    return Cards({ ...rest, value: counts, set: (now) => set(Object.entries(now).flatMap(([card, n]) => Array(n).fill(card))) });
  },
  count: ({ field, ...rest }) => Stepper({ ...rest, value: rest.value ?? field.usual ?? 0, least: field.least }),
  number: ({ field, label, value, set }) =>
    html`<label>${label}<input type="number" min="0" max=${field.most} step="any" value=${value ?? field.usual ?? ""} onChange=${typed((text) => set(text === "" ? undefined : Number(text)))} /></label>`,
  text: ({ field, label, value, set }) => html`<label class="wide">${label}<input maxlength=${field.most} value=${value ?? ""} onChange=${typed(set)} /></label>`,
  check: ({ field, label, value, set }) => html`<${Check} label=${label} on=${value ?? field.usual} set=${set} />`,
  set: ({ field, label, value, set }) => {
    const chosen = value ?? field.usual ?? [];
    return html`<div class="facts" role="group" aria-label=${label}><span>${label}</span>
      ${field.of.map(({ name, value: kind }) => html`<${Check} label=${name} on=${chosen.includes(kind)} set=${(/** @type {boolean} */ on) => set(field.of.map((each) => each.value).filter((each) => (each === kind ? on : chosen.includes(each))))} />`)}
    </div>`;
  },
  rows: ({ field, label, value = [], set }) => html`
    ${value.map((/** @type {any} */ row, /** @type {number} */ at) => html`<${Cards} field=${field} label=${`${label} ${at + 1}`} value=${row} set=${(/** @type {any} */ cards) => set(changed(value, [at], cards))} />`)}
    <button type="button" onClick=${() => set([...value, {}])}>+ ${label}</button>
    ${value.length > 0 && html`<button type="button" onClick=${() => set(value.slice(0, -1))}>− ${label}</button>`}`,
  levels: ({ label, value = [], set }) => html`<div class="levels-row" role="group" aria-label=${label}><span>${label}</span>
    ${value.map((/** @type {number} */ level, /** @type {number} */ at) => html`<input type="number" min="0" max="99" aria-label=${`${label} ${at + 1}`} value=${level} onChange=${typed((text) => set(changed(value, [at], Number(text))))} />`)}
  </div>`,
  add: ({ field, label, value, set }) => html`<button type="button" data-testid=${`add-${field.path[0]}`} onClick=${() => set(field.key ? changed(value ?? {}, [field.key], field.value) : [...(value ?? []), field.value])}>+ ${label}</button>`,
  drop: ({ label, set }) => html`<button type="button" onClick=${() => set(undefined)}>${t("gr_remove", { what: label })}</button>`,
};

/** @param {{ label: string, on: boolean, set: (on: boolean) => void }} props */
export function Check({ label, on, set }) {
  return html`<label class="check"><input type="checkbox" checked=${on} onChange=${() => set(!on)} />${label}</label>`;
}

/** @param {Field["path"]} path as messages name it */
const pathText = (path) => path.reduce((/** @type {string} */ text, key) => (typeof key === "number" ? `${text}[${key}]` : text ? `${text}.${key}` : key), "");

/** @param {string} problem @param {Field} field */
const about = (problem, field) => [":", ".", "["].some((end) => problem.startsWith(pathText(field.path) + end));

/**
 * All that is wrong; or with a form, only what is about none of its fields.
 * @param {{ problems: string[], form?: Section[] }} props
 */
export function Problems({ problems, form = [] }) {
  const fields = form.flatMap((each) => each.fields).filter((field) => !["add", "drop"].includes(field.kind));
  const shown = problems.filter((problem) => !fields.some((field) => about(problem, field)));
  return shown.length > 0 && html`<div role="alert"><ul class="violations">
    ${shown.map((text) => html`<li>${text}</li>`)}
  </ul></div>`;
}

/**
 * A part of a form; what is wrong with a field stands below it.
 * @param {{ of: Section, data: any, problems: string[], put: (data: any, field: Field, value: any) => void }} props
 */
export function FormSection({ of, data, problems, put }) {
  const fields = of.fields.map((field) => {
    const Kind = KINDS[field.kind];
    const { label } = field;
    const value = field.path.reduce((part, key) => part?.[key], data);
    const wrong = ["add", "drop"].includes(field.kind) ? [] : problems.filter((problem) => about(problem, field));
    return html`<div class=${`field ${field.kind}-field`} key=${pathText(field.path) + label}>
      <${Kind} field=${field} label=${label} value=${value} set=${(/** @type {any} */ now) => put(changed(data, field.path, now), field, now)} />
      ${wrong.map((problem) => html`<p class="violations">${problem.slice(pathText(field.path).length).replace(/^: /, "")}</p>`)}
    </div>`;
  });
  if (of.bare) return fields;
  const { title } = of;
  const inside = html`${of.help && html`<p class="muted">${of.help}</p>`}<div class="fields">${fields}</div>`;
  return of.more
    ? html`<details class="panel"><summary>${title}</summary>${inside}</details>`
    : html`<section class="panel" aria-label=${title}><h2>${title}</h2>${inside}</section>`;
}
