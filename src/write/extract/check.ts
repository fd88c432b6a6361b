import { MemoirError } from "../../domain/errors.ts";
import type { MemoryKind } from "../../domain/memory.ts";
import { type Checked, checkEpisodic, checkSemantic } from "../../language/check-sentence.ts";
import type { ModelCaller } from "../../models/language/call.ts";
import { generateObject } from "../../models/language/object.ts";
import type { ExtractInput } from "../tools/extractor.ts";
import { checkProcedure } from "./procedure.ts";
import { type Faulty, MEND, mendingPrompt } from "./prompt.ts";
import type { SourcedFact } from "./propose.ts";
import { Mended } from "./schema.ts";

/** `once`: what fails is not sent back. Default: false. */
type CheckInput = Pick<ExtractInput, "tenant" | "sourceEvents"> & { language?: string; once?: boolean };

/** Every sentence against the rules of its kind; those that fail get one try to be put right. */
export async function checkAll(
  model: ModelCaller,
  { tenant, sourceEvents, language, once = false }: CheckInput,
  proposals: readonly SourcedFact[],
  signal: AbortSignal | undefined,
): Promise<{ sentences: readonly Checked[]; firstPass: number; repaired: number }> {
  const originOf = ({ position, span }: SourcedFact): Origin => {
    const { role, name, text } = sourceEvents[position]!;
    const words = text.slice(...span);
    return { name: role === "user" ? name : null, words, anyLanguage: language !== undefined };
  };
  const sentences = proposals.map((one) => checkSentence(one.kind, one.fact.text, originOf(one)));
  const faulty = sentences.flatMap((sentence, i) => (sentence.ok ? [] : [{ i, problem: sentence.problem }]));
  const firstPass = proposals.length - faulty.length;
  if (faulty.length === 0 || once) return { sentences, firstPass, repaired: 0 };

  const sent = faulty.map(({ i, problem }): Faulty => {
    const proposal = proposals[i]!;
    const { name, words } = originOf(proposal);
    return { text: proposal.fact.text, problem, name, at: sourceEvents[proposal.position]!.at, words };
  });
  let repaired = 0;
  for (const { number, text } of await mendSentences(model, tenant, sent, signal)) {
    const i = faulty[number - 1]?.i;
    if (i === undefined || sentences[i]!.ok) continue;
    const proposal = proposals[i]!;
    sentences[i] = checkSentence(proposal.kind, text, originOf(proposal));
    if (sentences[i].ok) repaired += 1;
  }
  return { sentences, firstPass, repaired };
}

async function mendSentences(
  model: ModelCaller,
  tenant: string,
  faulty: readonly Faulty[],
  signal: AbortSignal | undefined,
): Promise<readonly { readonly number: number; readonly text: string }[]> {
  try {
    const request = { schema: Mended, system: MEND, prompt: mendingPrompt(faulty), signal };
    return (await generateObject(model, "extract", tenant, request)).object.facts;
  } catch (error) {
    // It was asked and has no better words: the sentences fail. One that could not be asked is another matter.
    if (MemoirError.is(error) && (error.code === "model_bad_output" || error.code === "model_refused"))
      return [];
    throw error;
  }
}

/** The context a sentence is checked against, besides the rules of its kind. */
interface Origin {
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

/** A statement about one's name is about the user, not about the name of the account. */
const NAMING = /\b(?:name|called|named|goes by)\b|[叫名]/i;

/**
 * The sentence as it may be kept, or what is wrong with it in words that a model can act on. Whoever is
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
  const hanCount = hanIn(name === null ? checked.text : checked.text.replaceAll(name, ""));
  if (said >= 4 && hanCount === 0 && said * 3 > wordsIn(words)) {
    return { ok: false, problem: "it is not in the language of the words; write it in Chinese" };
  }
  if (said === 0 && hanCount >= 4 && /\p{sc=Latin}{2}/u.test(words)) {
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
