import { once } from "./once.ts";
import { firstUnits, wellFormed } from "./text.ts";

/** The longest key, in UTF-16 units. */
const MAX_KEY = 128;

/** `_` is punctuation to Unicode, but it is our separator: `user_prefers_rust` must stay itself. */
const SEPARATORS = /[\p{White_Space}_]+/gu;
/** Punctuation and symbols, and what nobody sees: controls, joiners, the selector after an emoji. */
const STRIPPED = /[\p{P}\p{S}\p{C}\p{Default_Ignorable_Code_Point}]+/gu;
const PLAIN = /^[\x20-\x7e]*$/;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
/** The steps of one write ask for the same few keys. */
const KEYS_KEPT = 100;

/**
 * The symbolic key that makes two statements of one claim meet. The same normaliser serves a key
 * that a model or a tool gave and a key made from the fact's text, so it must be idempotent.
 */
export const factKey = once((text: string): string => {
  if (PLAIN.test(text)) return plainKey(text) || hashKey(text);
  let key = shortenKey(fold(text));
  // Lower-casing and stripping can bring letters and marks together that compose again; normalise until nothing changes.
  for (let next = shortenKey(fold(key)); next !== key; next = shortenKey(fold(key))) key = next;
  return LETTER_OR_DIGIT.test(key) ? key : hashKey(text);
}, KEYS_KEPT);

/** Most keys are plain ASCII, where nothing composes and one pass is at rest. */
function plainKey(text: string): string {
  const words = text
    .toLowerCase()
    .replaceAll("_", " ")
    .replace(/[^a-z0-9 ]+/g, "");
  return shortenKey(words.trim().replace(/ +/g, "_"));
}

function fold(text: string): string {
  const words = lower(text).replace(SEPARATORS, " ").replace(STRIPPED, "");
  return words.normalize("NFKC").trim().replace(/ +/g, "_");
}

function lower(text: string): string {
  return wellFormed(text).normalize("NFKC").toLowerCase().normalize("NFKC");
}

function shortenKey(key: string): string {
  if (key.length <= MAX_KEY) return key;
  // A cut after a separator would leave it dangling.
  return firstUnits(key, MAX_KEY).replace(/(?<!_)_+$/, "");
}

/** A text without letters or digits (👍, "?!") still needs its own key. */
function hashKey(text: string): string {
  return `h_${fnv1a64(lower(text).replace(/\s+/g, " ").trim())}`;
}

/** 64-bit FNV-1a of the UTF-8 bytes, in two 32-bit halves: the prime is 2^40 + 0x1b3. */
function fnv1a64(text: string): string {
  let high = 0xcbf29ce4;
  let low = 0x84222325;
  for (const byte of new TextEncoder().encode(text)) {
    low = (low ^ byte) >>> 0;
    const product = low * 0x1b3;
    high = (Math.imul(high, 0x1b3) + Math.floor(product / 0x1_0000_0000) + (low << 8)) >>> 0;
    low = product >>> 0;
  }
  return high.toString(16).padStart(8, "0") + low.toString(16).padStart(8, "0");
}
