/** Texts of the page in the language of the reader. */

/**
 * What the page brings along: texts by their keys, plural forms in lists; pages by their paths; what to begin with.
 * @type {{ texts: Record<string, string | string[]>, languages: string[], version: string, pages: Record<string, string>, beginning: { text: string, name: string } | null, kept: Record<string, string>, role: "owner" | "change" | "look" | "seat" | "alone" | "framed" | null, game?: string }}
 */
export const given = JSON.parse(document.getElementById("given")?.textContent ?? "");

export const language = document.documentElement.lang;

/** By which dates are written: "en" alone is American. */
const locale = language === "en" ? "en-GB" : language;

/** @param {number | string} when milliseconds, or a day @param {Intl.DateTimeFormatOptions} style */
export const dateText = (when, style) => new Date(typeof when === "string" ? `${when}T12:00` : when).toLocaleString(locale, style);

const YEAR = 365 * 24 * 60 * 60;

/** The server answers in the language of the cookie; without one, in that of the browser. @param {string} name */
export function chooseLanguage(name) {
  document.cookie = `language=${name}; path=/; max-age=${YEAR}; samesite=lax`;
  location.reload();
}

/** What a language calls itself. @param {string} name */
export function languageName(name) {
  const own = new Intl.DisplayNames([name], { type: "language" }).of(name) ?? name;
  return own[0].toLocaleUpperCase(name) + own.slice(1);
}

const rules = new Intl.PluralRules(language);
/** Plural forms in the order of the catalogues. */
const FORMS = ["zero", "one", "two", "few", "many", "other"].filter((each) =>
  rules.resolvedOptions().pluralCategories.includes(/** @type {Intl.LDMLPluralRule} */ (each)),
);

/**
 * A text; `{name}` in it stands for a parameter. A number `n` chooses between plural forms.
 * @param {string} key
 * @param {Record<string, string | number>} [parameters]
 */
export function t(key, parameters = {}) {
  const found = given.texts[key] ?? key;
  const form = FORMS.indexOf(rules.select(Number(parameters.n)));
  const text = typeof found === "string" ? found : (found[form] ?? found[found.length - 1]);
  return text.replace(/\{(\w+)\}/g, (_, name) => String(parameters[name] ?? ""));
}

/**
 * A text; what the server says where there is none.
 * @param {string} key
 * @param {string} otherwise
 */
export const textOr = (key, otherwise) => (key in given.texts ? t(key) : otherwise);
