/** Texts of the page in the language of the reader. */

import { get, given } from "./api.js";
import { keep } from "./kept.js";
import { learn } from "./said.js";

/** Languages with a catalogue, the first by default. */
export const LANGUAGES = ["en", "cs"];

/** @type {Record<string, string>} */
let catalogue = {};
/** @type {Record<string, string>} in the first language */
const fallback = given.texts;
export let language = LANGUAGES[0];

/** Load the catalogue of the chosen language, or of the browser's. */
export async function loadLanguage() {
  const wished = [localStorage.getItem("language"), ...navigator.languages];
  language =
    wished.map((tag) => tag?.slice(0, 2) ?? "").find((tag) => LANGUAGES.includes(tag)) ??
    LANGUAGES[0];
  if (language !== LANGUAGES[0]) {
    const { texts, said } = await get(`/api/texts/${language}`);
    catalogue = texts;
    const names = Object.keys(texts).filter((key) => key.startsWith("name."));
    learn(language, said, names.map((key) => [key.slice(5).replaceAll("_", " "), texts[key]]));
  }
  document.documentElement.lang = language;
}

/** @param {string} name */
export function chooseLanguage(name) {
  keep("language", name);
  location.reload();
}

/**
 * A text; `{name}` in it stands for a parameter. A number `n` chooses between plural forms, which
 * are keys with `.one`, `.few`, `.many` or `.other` behind.
 * @param {string} key
 * @param {Record<string, string | number>} [parameters]
 */
export function t(key, parameters = {}) {
  let text = catalogue[key] ?? fallback[key];
  if (text === undefined && typeof parameters.n === "number") {
    const form = new Intl.PluralRules(language).select(parameters.n);
    text =
      catalogue[`${key}.${form}`] ??
      catalogue[`${key}.other`] ??
      fallback[`${key}.${parameters.n === 1 ? "one" : "other"}`] ??
      fallback[`${key}.other`];
  }
  return (text ?? key).replace(/\{(\w+)\}/g, (_, name) => String(parameters[name] ?? ""));
}

/**
 * A text like `t`; what the server says where there is none.
 * @param {string} key
 * @param {string} otherwise
 * @param {Record<string, string | number>} [parameters]
 */
export function textOr(key, otherwise, parameters = {}) {
  const text = t(key, parameters);
  return text === key ? otherwise : text;
}

/**
 * The name of a component: translated if the catalogue has it, else as the server names it.
 * @param {string} id
 * @param {string} name
 */
export function named(id, name) {
  return catalogue[`name.${id}`] ?? name;
}
