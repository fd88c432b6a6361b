import { ruled } from "../../shared/rule-watch.ts";
import type { Claim } from "./claim.ts";
import { namesTrade } from "./lexicon.ts";

const ARTICLE = /^(?:an?|the|one of the|now an?) /i;
const TITLE =
  /^(?:head|chief|vp|vice president|president|ceo|cto|cfo|coo|co-?founder|founder|senior|lead|director|captain|owner)\b/i;
const AT =
  /\b(?:at|for|with|of) (?!\d|many|over|about|almost|several|two|three|ten|years)(?:the |a |an )?[\p{L}\d]/u;

/** "A nurse at a clinic", "the founder of X": who somebody is by their trade. */
export function nounClaims(rest: string, denied = false): readonly Claim[] {
  const noun = rest.replace(ARTICLE, "");
  if (denied || (noun === rest && !TITLE.test(rest)) || !namesTrade(noun)) return [];
  const claim: Claim = { topic: "work", slot: AT.test(noun) ? "employer" : "job" };
  return ruled("en/be:trade", [claim]) ?? [];
}
