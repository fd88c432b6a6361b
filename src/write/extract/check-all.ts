import type { Said } from "../../domain/candidate.ts";
import { MemoirError } from "../../domain/errors.ts";
import type { Checked } from "../../language/check-sentence.ts";
import type { ModelCaller } from "../../models/language/call.ts";
import { generateObject } from "../../models/language/object.ts";
import { checkSentence, type Origin } from "./check.ts";
import { type Faulty, MEND, mendingPrompt } from "./mending-prompt.ts";
import type { Proposal } from "./propose.ts";
import { Mended } from "./schema.ts";

interface CheckInput {
  readonly tenant: string;
  readonly said: readonly Said[];
  readonly language?: string;
}

export interface CheckedAll {
  /** Of each proposal, in their order. */
  readonly sentences: readonly Checked[];
  readonly firstPass: number;
  readonly repaired: number;
}

/** R273–R276: every sentence against the rules of its kind; those that fail get one try to be put right. */
export async function checkAll(
  model: ModelCaller,
  { tenant, said, language }: CheckInput,
  proposals: readonly Proposal[],
  signal: AbortSignal | undefined,
): Promise<CheckedAll> {
  const originOf = ({ place, span }: Proposal): Origin => {
    const { role, name, text } = said[place]!;
    const words = text.slice(...span);
    return { name: role === "user" ? name : null, words, anyLanguage: language !== undefined };
  };
  const sentences = proposals.map((one) => checkSentence(one.kind, one.fact.text, originOf(one)));
  const faulty = sentences.flatMap((sentence, i) => (sentence.ok ? [] : [{ i, problem: sentence.problem }]));
  const firstPass = proposals.length - faulty.length;
  if (faulty.length === 0) return { sentences, firstPass, repaired: 0 };

  const sent = faulty.map(({ i, problem }): Faulty => {
    const proposal = proposals[i]!;
    const { name, words } = originOf(proposal);
    return { text: proposal.fact.text, problem, name, at: said[proposal.place]!.at, words };
  });
  let repaired = 0;
  for (const { number, text } of await mended(model, tenant, sent, signal)) {
    const i = faulty[number - 1]?.i;
    if (i === undefined || sentences[i]!.ok) continue;
    const proposal = proposals[i]!;
    sentences[i] = checkSentence(proposal.kind, text, originOf(proposal));
    if (sentences[i].ok) repaired += 1;
  }
  return { sentences, firstPass, repaired };
}

async function mended(
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
