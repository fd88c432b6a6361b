import type { Said } from "../../domain/candidate.ts";
import { extractByRules, type Heard, nothingHeard } from "../../language/extract.ts";
import { forgetRequests } from "../../language/forget.ts";
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

/** What was heard before in one conversation: what was said there, and apart from it what was imported. */
export interface HeardBefore {
  readonly said: Heard;
  readonly imported: Heard;
}

export function nothingHeardBefore(): HeardBefore {
  return { said: nothingHeard(), imported: nothingHeard() };
}

/**
 * Everything that rules read in some messages, those before `from` only to understand the others. `begin` is called
 * with the position of each message before its text is looked at. `heard` stands before them all, and is told of them;
 * without it nothing is kept.
 */
export async function readBatch(
  said: readonly Said[],
  from: number,
  begin: (position: number) => void,
  heard?: HeardBefore,
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
  const partOf = ({ type }: Said): keyof HeardBefore => (type === "import" ? "imported" : "said");
  const fresh = new Set(watched.slice(from).map(partOf));
  // A part in which nothing is new explains what comes there later.
  for (const part of heard === undefined ? [] : (["said", "imported"] as const)) {
    const before = fresh.has(part) ? [] : watched.filter((one) => partOf(one) === part);
    if (before.length > 0) extractByRules(before, before.length, heard?.[part]);
  }
  return {
    byRules: await readApart((part) => byRules(part, heard?.[partOf(part.said[0]!)]), {
      said: watched,
      from,
    }),
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
