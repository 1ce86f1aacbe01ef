/** Texts of the page in the language of the reader. */

import { get, given } from "./api.js";

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
  if (language !== LANGUAGES[0]) catalogue = await get(`/api/texts/${language}`);
  document.documentElement.lang = language;
}

/** @param {string} name */
export function chooseLanguage(name) {
  localStorage.setItem("language", name);
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
 * The name of a component: translated if the catalogue has it, else as the server names it.
 * @param {string} id
 * @param {string} name
 */
export function named(id, name) {
  return catalogue[`name.${id}`] ?? name;
}

/** Sentences of the server with the keys of their translations. @type {[string, RegExp][]} */
let sentences = [];

/**
 * What the server says, in the language of the reader if the catalogue has it.
 * @param {string} text
 * @param {(name: string) => string} word translates what is filled in
 */
export function translated(text, word) {
  if (language === LANGUAGES[0]) return text;
  if (!sentences.length) {
    sentences = Object.entries(fallback)
      .filter(([key]) => key.startsWith("said_"))
      .map(([key, english]) => [key, new RegExp(`^${english.replace(/\{(\w+)\}/g, "(?<$1>.+?)")}(?<cells>: [a-z0-9 .]+)?$`)]);
  }
  for (const [key, pattern] of sentences) {
    const found = pattern.exec(text)?.groups;
    if (!found) continue;
    const filled = Object.entries(found).map(([name, value]) => [name, value && word(value)]);
    return t(key, Object.fromEntries(filled)) + (found.cells ?? "");
  }
  return text;
}
