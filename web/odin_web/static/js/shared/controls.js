/** Controls that several pages have. */

import { html } from "../../vendor/htm-preact.js";
import { t } from "./i18n.js";

/** Of an input: do something with what is typed or chosen. @param {(value: string) => unknown} work */
export const typed = (work) => (/** @type {any} */ { target }) => work(target.value);

/** A button of one sign. @param {string} sign @param {string} label @param {() => unknown} act */
export const small = (sign, label, act) => html`<button type="button" class="quiet" onClick=${act} aria-label=${label} title=${label}>${sign}</button>`;

/** A field for a part of a name. @param {{ label: string, value: string, seek: (text: string) => unknown, [more: string]: any }} props */
export const Search = ({ label, value, seek, ...rest }) => html`<input type="search" ...${rest} placeholder=${label} aria-label=${label} value=${value} onInput=${typed(seek)} />`;

/** The steps of a layout, one of which is shown. @param {{ step: number, count: number, show: (step: number) => void }} props */
export function Steps({ step, count, show }) {
  return html`<label class="steps">
    ${t("order_of_laying")}
    <input type="range" min="0" max=${count} value=${step} onInput=${typed((to) => show(Number(to)))} />
    <output>${t("step_of", { step, count })}</output>
  </label>`;
}

/** @typedef {(string | number)[][]} Options values and their names */

/** @param {Options} options @param {string | number} [chosen] */
const drawn = (options, chosen) => options.map(([value, name]) => html`<option value=${value} selected=${value === chosen}>${name}</option>`);

/**
 * A list to choose from.
 * @param {{ label?: any, value?: string | number, options: Options, choose?: (value: any) => unknown, [more: string]: any }} props
 */
export function Select({ label, value, options, choose, ...rest }) {
  const select = html`<select ...${rest} onChange=${choose && typed(choose)}>${drawn(options, value)}</select>`;
  return label ? html`<label>${label} ${select}</label>` : select;
}

/**
 * A list of which each entry does something.
 * @param {{ name: string, options: Options, choose: (value: string) => unknown, [more: string]: any }} props
 */
export function Dropdown({ name, options, choose, ...rest }) {
  const chosen = (/** @type {any} */ { target }) => {
    const { value } = target;
    target.value = "";
    if (value) void choose(value);
  };
  return html`<select aria-label=${name} ...${rest} onChange=${chosen}><option value="">${name}</option>${drawn(options)}</select>`;
}

/**
 * Text for a checkbox or radio button. @param {{ type?: string, label: any, [more: string]: any }} props
 */
export const Check = ({ type = "checkbox", label, ...rest }) => html`<label class="check"><input type=${type} ...${rest} /> ${label}</label>`;

/**
 * A number with buttons for fewer and more.
 * @param {{ label: string, shown?: any, output?: string, value: number, least?: number, most?: number, step?: number, tabindex?: number, set: (value: number, more: number) => void }} props
 * `set` is also told by how much it changes
 */
export const Stepper = ({ label, shown, value, output = String(value), least = 0, most = 99, step = 1, tabindex, set }) => html`<span class="stepper" role="group" aria-label=${label}>
  ${shown ?? html`<span>${label}</span>`}
  <button type="button" tabindex=${tabindex} disabled=${value <= least} aria-label=${t("form_fewer", { label })} onClick=${() => set(Math.max(least, value - step), -step)}>−</button>
  <output>${output}</output>
  <button type="button" tabindex=${tabindex} disabled=${value >= most} aria-label=${t("form_more", { label })} onClick=${() => set(value + step, step)}>+</button>
</span>`;

/** @param {HTMLDialogElement | null} box */
const open = (box) => box && !box.open && box.showModal();

/** A dialog that stands open while it is drawn. @param {{ label: string, close: () => void, children?: any, [more: string]: any }} props */
export const Dialog = ({ label, close, children, ...rest }) => html`<dialog ...${rest} ref=${open} aria-label=${label} onClose=${close}>${children}</dialog>`;
