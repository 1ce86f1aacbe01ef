/** What is kept, by its key: the one table of shapes. What is read of the browser or the server has one of them. */

/** @typedef {(value: any) => boolean} Shape */

/** @type {Shape} */
const text = (value) => typeof value === "string";
/** @type {Shape} */
const number = (value) => Number.isFinite(value);
/** @type {Shape} */
const time = (value) => number(value) && Math.abs(value) < 8e15;
/** @type {Shape} */
const object = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
/** @type {(each: Shape, least?: number, most?: number) => Shape} */
const list = (each, least = 0, most = Infinity) => (value) => Array.isArray(value) && value.length >= least && value.length <= most && value.every(each);
/** @type {(of: Record<string, Shape>) => Shape} */
const fields = (of) => (value) => object(value) && Object.entries(of).every(([key, shape]) => shape(value[key]));
/** @type {(each: Shape) => Shape} */
const byKey = (each) => (value) => object(value) && Object.values(value).every(each);
/** @type {(shape: Shape) => Shape} */
const perhaps = (shape) => (value) => value === null || value === undefined || shape(value);
/** @type {(shape: Shape) => Shape} */
const ifThere = (shape) => (value) => value === undefined || shape(value);

const texts = ifThere(list(text));
const cards = ifThere(list((each) => text(each) || number(each)));
const counts = ifThere(byKey(number));
const puzzle = fields({ puzzle: text, title: text, question: text, difficulty: perhaps((stars) => number(stars) && stars >= 0 && stars <= 5) });
const column = fields({ name: text, total: text, points: byKey(text) });
const steps = fields({ name: text, steps: list(list(text), 1), at: number, seconds: number });

/** Pages and shapes by keys of values; what stands behind a dot of a key is a name. @type {Record<string, { page: string, shape: Shape }>} */
export const SHAPES = {
  scores: { page: "scores", shape: fields({ date: text, game: text, cards: text, note: text, instead: perhaps(text), players: list(column, 1, 4) }) },
  graenaland: { page: "graenaland", shape: object },
  "graenaland-profile": { page: "graenaland", shape: fields({ data: object, seen: perhaps(text) }) },
  vikings: { page: "vikings", shape: fields({ position: object, puzzle: perhaps(puzzle) }) },
  "vikings-game": { page: "vikings", shape: fields({ log: text }) },
  puzzle: { page: "puzzles", shape: (value) => steps(value) && value.at in value.steps },
  booklet: { page: "puzzles", shape: list(text, 0, 500) },
  position: { page: "position", shape: fields({ at: time, position: fields({ title: perhaps(text) }) }) },
  work: { page: "position", shape: fields({ past: list(object), present: object, future: list(object), locks: list(text), file: perhaps(text) }) },
  table: {
    page: "table",
    shape: fields({
      ...{ used: texts, blocked: texts, gone: texts, hand: cards, played: cards, cards_gone: cards },
      ...{ exploration: ifThere(object), discards: counts, ships: ifThere(object), supply: counts, left: counts },
      ...{ copied: perhaps(texts), without: perhaps(texts), markers_gone: perhaps(cards), tokens: perhaps(cards), tokens_gone: perhaps(cards) },
    }),
  },
};

/** The entry of a key, if what is kept there has to be of a shape. @param {string} key */
export const entryOf = (key) => (Object.hasOwn(SHAPES, key.split(".")[0]) ? SHAPES[key.split(".")[0]] : undefined);

/** Whether a kept text can be used. @param {string} key @param {string} kept */
export function fits(key, kept) {
  const entry = entryOf(key);
  if (!entry) return true;
  try {
    return entry.shape(JSON.parse(kept));
  } catch {
    return false;
  }
}
