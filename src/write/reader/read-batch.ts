import type { Said } from "../../domain/candidate.ts";
import { forgetRequests } from "../../language/forget-requests.ts";
import { mask } from "../../language/shared/mask.ts";
import type { ForgetRequest } from "../../language/shared/talk.ts";
import { readApart } from "../extract/apart.ts";
import { byRules } from "../extract/by-rules.ts";
import type { Extracted } from "../extract/extractor.ts";

/** What rules read in a batch of messages. */
export interface BatchReading {
  readonly byRules: Extracted;
  /** What each message asks to forget, by its position; empty before `from`. */
  readonly requests: readonly (readonly ForgetRequest[])[];
}

/**
 * Everything that rules read in some messages, those before `from` only to understand the others. `begin` is called
 * with the position of each message before its text is looked at.
 */
export async function readBatch(
  said: readonly Said[],
  from: number,
  begin: (position: number) => void,
): Promise<BatchReading> {
  // Whoever takes the words of a message is reading it from then on.
  const watched = said.map(
    (one, position): Said => ({
      ...one,
      get text() {
        begin(position);
        return one.text;
      },
    }),
  );
  return {
    byRules: await readApart(byRules, { said: watched, from }),
    requests: watched.map((one, position) => (position < from ? [] : requestsIn(one))),
  };
}

function requestsIn(said: Said): ForgetRequest[] {
  if (said.role !== "user" || said.type !== "message") return [];
  const { text } = said;
  if (forgetRequests(text).length === 0) return [];
  // What is quoted or pasted asks for nothing.
  const masked = mask(text);
  return forgetRequests(masked.text).map(({ about }) => ({
    about: about === null ? null : masked.restore(about),
  }));
}
