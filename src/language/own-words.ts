import { sentences } from "./shared/sentences.ts";
import { HAN } from "./shared/words.ts";

/** Text of the bot's own configuration, which is not a statement of a user. */
export interface BotWords {
  /** Names of the files it is made of. */
  readonly files: readonly string[];
  readonly prompts: readonly string[];
}

/** Shorter sentences are said by anybody: in letters, and in Chinese characters. */
const LEAST = 20;
const LEAST_HAN = 8;

/** Finds the sentences of a text that name a file of the bot, or repeat a sentence of its prompts. */
export class BotQuoteFinder {
  readonly #files: RegExp | null;
  readonly #said: readonly string[];

  constructor({ files, prompts }: BotWords) {
    const names = files.map((file) => file.replaceAll(/[^\p{L}\p{N}]/gu, "\\$&"));
    this.#files = names.length === 0 ? null : new RegExp(`(?<![\\w-])(?:${names.join("|")})(?!\\w)`, "iu");
    const said = prompts.flatMap((prompt) => sentences(prompt).map(({ text }) => letters(text)));
    this.#said = [...new Set(said)].filter(isTelling);
  }

  /** The text without them; blank there, so that every position still means the same place. */
  without(text: string): string {
    if (this.#said.length === 0 && this.#files?.test(text) !== true) return text;
    let out = text;
    for (const piece of sentences(text)) {
      if (!this.has(piece.text)) continue;
      const end = piece.start + piece.text.length;
      out = out.slice(0, piece.start) + " ".repeat(end - piece.start) + out.slice(end);
    }
    return out;
  }

  /** Whether a sentence is one of them. */
  has(sentence: string): boolean {
    return this.#files?.test(sentence) === true || this.repeats(sentence);
  }

  /** Whether it repeats a sentence of a prompt, among others or alone. */
  repeats(text: string): boolean {
    if (this.#said.length === 0) return false;
    const bare = letters(text);
    return isTelling(bare) && this.#said.some((one) => bare.includes(one));
  }
}

function letters(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "");
}

function isTelling(bare: string): boolean {
  return bare.length >= (HAN.test(bare) ? LEAST_HAN : LEAST);
}

const FINDERS = new WeakMap<BotWords, BotQuoteFinder>();

/** The finder of some settings, made once. */
export function botQuoteFinder(botWords: BotWords): BotQuoteFinder {
  const finder = FINDERS.get(botWords) ?? new BotQuoteFinder(botWords);
  FINDERS.set(botWords, finder);
  return finder;
}
