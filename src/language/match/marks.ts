import { chineseWords } from "../chinese/words.ts";
import { englishWords } from "../english/words.ts";
import type { MarkName } from "../shared/words.ts";
import { Phrases } from "./meanings.ts";

/** How far the speaker stands behind it. `can` is said of what is done, too, so it weighs nothing. */
export type Modal = "is" | "can" | "wish" | "plan" | "maybe" | "must";

/** The function of a word that is not content. */
export type Mark =
  /** Says nothing here: articles, pronouns, degrees. */
  | { readonly mark: "drop" }
  /** "A dog" is one dog. */
  | { readonly mark: "single" }
  /** The relation of the following words. */
  | { readonly mark: "role"; readonly role: string }
  | { readonly mark: "not" | "ended" | "never" }
  /** It has ended; denied, it has not: "did not give up". */
  | { readonly mark: "stopped" }
  | { readonly mark: "modal"; readonly modal: Modal }
  | { readonly mark: "tense"; readonly past: boolean }
  /** A new clause; after `but` another one may hold. */
  | { readonly mark: "clause"; readonly but: boolean }
  /** The words before it own the words after it: 的. */
  | { readonly mark: "owner" }
  /** Done to somebody by somebody else: 被. */
  | { readonly mark: "passive" }
  /** Narrows the claim: only, unless, 只. */
  | { readonly mark: "limit" };

const NAMED: Readonly<Record<MarkName, Mark>> = {
  drop: { mark: "drop" },
  single: { mark: "single" },
  not: { mark: "not" },
  never: { mark: "never" },
  ended: { mark: "ended" },
  stopped: { mark: "stopped" },
  wish: { mark: "modal", modal: "wish" },
  plan: { mark: "modal", modal: "plan" },
  maybe: { mark: "modal", modal: "maybe" },
  must: { mark: "modal", modal: "must" },
  can: { mark: "modal", modal: "can" },
  past: { mark: "tense", past: true },
  clause: { mark: "clause", but: false },
  but: { mark: "clause", but: true },
  owner: { mark: "owner" },
  passive: { mark: "passive" },
  limit: { mark: "limit" },
};

export const MARKS = new Phrases<Mark>();

for (const { marks, roles } of [englishWords, chineseWords]) {
  // A phrase that has two marks has the later one: "that" opens a clause.
  const { drop = "", single = "", ...others } = marks;
  add(drop, NAMED.drop);
  add(single, NAMED.single);
  for (const [role, phrases] of Object.entries(roles)) add(phrases, { mark: "role", role });
  for (const [name, phrases] of Object.entries(others)) add(phrases, NAMED[name as MarkName]);
}

function add(phrases: string, mark: Mark): void {
  for (const phrase of phrases.split(",")) if (phrase.trim() !== "") MARKS.add(phrase.trim(), mark);
}
