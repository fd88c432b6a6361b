import type { MemoryKind } from "../../domain/memory.ts";
import { type Checked, checkEpisodic, checkSemantic } from "../../language/check-sentence.ts";
import { checkProcedure } from "./procedure.ts";

/** What a sentence is held against besides the rules of its kind. */
export interface Origin {
  /** The name of who said it; `null` where it is not known or is no person's. */
  readonly name: string | null;
  /** The words it comes from. */
  readonly words: string;
  /** Texts are to be in a certain language, whatever the words are in. */
  readonly anyLanguage: boolean;
}

const HAN = /\p{sc=Han}/gu;
const NAMELESS =
  /^(?:(?:the|this) user(?=['’]s|\s+\p{Ll}+(?:s|ed)\b|\s+(?:can|will|had|does not|cannot)\b)|user(?=['’]s\s|\s+(?:is|has|likes|lives|works|wants|prefers)\b)|(?:该|这位)?用户(?=[是有住在喜想爱不会的]))/iu;

/** What one is called is told of the user, not of the name on the account. */
const NAMING = /\b(?:name|called|named|goes by)\b|[叫名]/i;

/**
 * R273–R275, R283: the sentence as it may be kept, or what is wrong with it in words that a model can act on. Whoever is
 * only "the user" in it gets the name that is known: no model has to be asked for that.
 */
export function checkSentence(kind: MemoryKind, text: string, origin: Origin): Checked {
  const check = CHECKS[kind === "procedural" || kind === "episodic" ? kind : "semantic"];
  const tidy = check(text);
  const checked = tidy.ok ? check(withName(tidy.text, origin.name)) : tidy;
  return !checked.ok || origin.anyLanguage ? checked : inTheSameLanguage(checked, origin);
}

const CHECKS = { procedural: checkProcedure, episodic: checkEpisodic, semantic: checkSemantic };

function withName(text: string, name: string | null): string {
  return name === null || NAMING.test(text) ? text : text.replace(NAMELESS, () => name);
}

/** Chinese words make a Chinese sentence, and others none. A name may be in any script. */
function inTheSameLanguage(checked: Checked & { readonly ok: true }, { name, words }: Origin): Checked {
  const said = hanIn(words);
  const told = hanIn(name === null ? checked.text : checked.text.replaceAll(name, ""));
  if (said >= 4 && told === 0 && said * 3 > wordsIn(words)) {
    return { ok: false, problem: "it is not in the language of the words; write it in Chinese" };
  }
  if (said === 0 && told >= 4 && /\p{sc=Latin}{2}/u.test(words)) {
    return { ok: false, problem: "it is in Chinese and the words are not; write it in their language" };
  }
  return checked;
}

function hanIn(text: string): number {
  return text.match(HAN)?.length ?? 0;
}

function wordsIn(text: string): number {
  return text.match(/\p{sc=Han}|(?:(?!\p{sc=Han})[\p{L}\p{N}'’-])+/gu)?.length ?? 0;
}
