/**
 * What the server says in English, in the language of the reader.
 *
 * The catalogue has sentences with placeholders and their translations: `{n}` stands for a number,
 * `{card}` for an occupation, `{any}` for any text, others for text that can be translated itself. In a translation
 * `{n|one|few|other}` chooses a plural form. What is not in the catalogue stays English.
 */

const NUMBER = "[-+−]?\\d+(?:\\.\\d+)?";
const PART = "(?:(?!: ).)+?";
const CARD = "\\d+[a-c] [^:;,]+?";
/** Numbers, dice and cells need no translation. */
const PLAIN = new RegExp(`^(${NUMBER}|d8|d12|[a-z]\\d+([:,. ]+[a-z]\\d+)*)$`);
/** Texts that are longer are not looked for, nor lists that are longer. */
const LONGEST = 600;
const LONGEST_LIST = 80;
/** Sentences with fewer letters only join the parts of lists. */
const JOINING = 6;

/** @type {Map<string, string>} */
const words = new Map();
/**
 * Sentences, the words that they have for certain, and translations: first those that hold any text,
 * then others, then those that only join the parts of lists.
 * @type {[RegExp, string[], string][][]}
 */
let patterns = [[], [], []];
/** @type {Map<string, string | null>} */
const found = new Map();
let plural = new Intl.PluralRules("en");

/**
 * @param {string} language
 * @param {Record<string, string>} sentences
 * @param {Iterable<[string, string]>} names English and translated
 */
export function learn(language, sentences, names) {
  plural = new Intl.PluralRules(language);
  const entries = Object.entries(sentences);
  for (const [english, text] of [...names, ...entries]) words.set(english.toLowerCase(), text);
  patterns = [[], [], []];
  for (const [english, text] of entries.filter(([each]) => each.includes("{")).toSorted(([a], [b]) => rank(b) - rank(a))) {
    const kind = english.includes("{any") ? 0 : english[0] === "{" && rank(english) < JOINING ? 2 : 1;
    const pattern = english
      .replace(/[.?*+()|[\]]/g, "\\$&")
      .replace(/\{(\w+)\}/g, (_, name) => `(?<${name}>${name === "card" ? CARD : name.startsWith("any") ? ".+" : name[0] === "n" ? NUMBER : PART})`);
    patterns[kind].push([new RegExp(`^${pattern}$`, "i"), english.toLowerCase().split(/\{\w+\}/), text]);
  }
}

/** How much of a sentence is certain: letters and numbers. @param {string} sentence */
const rank = (sentence) => sentence.replace(/\{n\d?\}/g, "#").replace(/\{\w+\}/g, "").length;

/** @param {string} text */
export function said(text) {
  return (words.size && text && translated(text)) || text;
}

/**
 * Translate some fields wherever they are in an answer of the server.
 * @template T
 * @param {T} data
 * @param {string[]} fields
 * @param {string[]} [except] objects whose field `text` is no sentence
 * @returns {T}
 */
export function saidIn(data, fields, except = []) {
  if (!words.size || !data || typeof data !== "object") return data;
  for (const [key, value] of Object.entries(/** @type {Record<string, any>} */ (data))) {
    if (!fields.includes(key)) saidIn(value, except.includes(key) ? fields.filter((each) => each !== "text") : fields, except);
    else if (typeof value === "string") Object.assign(/** @type {any} */ (data), { [key]: said(value) });
    else if (Array.isArray(value)) value.forEach((each, i) => (typeof each === "string" ? (value[i] = said(each)) : saidIn(each, fields, except)));
  }
  return data;
}

/**
 * @param {string} text
 * @returns {string | null}
 */
function translated(text) {
  let answer = found.get(text);
  if (answer === undefined) {
    answer = text.length > LONGEST ? null : cased(search(text), text);
    found.set(text, answer);
  }
  return answer;
}

/**
 * @param {string} text
 * @returns {string | null}
 */
function search(text) {
  if (PLAIN.test(text)) return text;
  const lower = text.toLowerCase().replaceAll("_", " ");
  const word = lower.replace(/^(an?|the) /, "");
  const known = words.get(lower) ?? words.get(word) ?? words.get(word.replace(/s$/, ""));
  if (known) return known;
  if (text.endsWith(".")) {
    const sentence = translated(text.slice(0, -1));
    return sentence && `${sentence}.`;
  }
  return (
    matched(text, 0) ??
    split(text, ". ", true) ??
    split(text, "; ", true) ??
    matched(text, 1) ??
    split(text, ": ") ??
    counted(text) ??
    split(text, ", ") ??
    split(text, ": ", true) ??
    (text.length > LONGEST_LIST ? null : matched(text, 2)) ??
    split(text, " + ") ??
    (text.length > LONGEST_LIST ? null : split(text, " "))
  );
}

/**
 * Translate by a sentence.
 * @param {string} text
 * @param {number} kind
 */
function matched(text, kind) {
  const lower = text.toLowerCase();
  for (const [pattern, parts, translation] of patterns[kind]) {
    if (!lower.startsWith(parts[0]) || !parts.every((part) => lower.includes(part))) continue;
    const filled = pattern.exec(text)?.groups;
    const answer = filled && fill(translation, filled);
    if (answer) return answer;
  }
  return null;
}

/** Translate an item with its number. @param {string} text */
function counted(text) {
  const [, number, item] = /^([-+]?\d+) (.+)$/.exec(text) ?? [];
  const name = item && translated(item);
  return name ? `${number}${/\d/.test(number[0]) ? "×" : ""} ${name}` : null;
}

/**
 * Translate the parts of a text.
 * @param {string} text
 * @param {string} separator
 * @param {boolean} [partly] whether it is enough to know one part
 */
function split(text, separator, partly = false) {
  for (let at = text.indexOf(separator); at > 0; at = text.indexOf(separator, at + 1)) {
    const parts = [text.slice(0, at), text.slice(at + separator.length)];
    const first = translated(parts[0]);
    const rest = first || partly ? translated(parts[1]) : null;
    const known = partly && parts.some((part, i) => [first, rest][i] && !PLAIN.test(part));
    if (known || (first && rest)) return (first ?? parts[0]) + separator + (rest ?? parts[1]);
    if (partly || separator === ", ") return null;
  }
  return null;
}

/**
 * Fill a translation; null if something in it has none.
 * @param {string} translation
 * @param {Record<string, string>} filled
 */
function fill(translation, filled) {
  let whole = true;
  const answer = translation.replace(/\{(\w+)(?:\|([^}]*))?\}/g, (_, name, forms) => {
    const value = filled[name];
    if (forms) return forms.split("|")[["one", "few"].indexOf(plural.select(Number(value)))] ?? forms.split("|").at(-1);
    if (name[0] === "n" || name === "card") return value;
    const text = translated(value);
    whole &&= text !== null || name.startsWith("any");
    return text ?? value;
  });
  return whole ? answer : null;
}

/**
 * Begin like the original, in upper or lower case.
 * @param {string | null} text
 * @param {string} original
 */
function cased(text, original) {
  const first = original[0];
  if (!text || first.toLowerCase() === first.toUpperCase()) return text;
  return (first === first.toUpperCase() ? text[0].toUpperCase() : text[0].toLowerCase()) + text.slice(1);
}
