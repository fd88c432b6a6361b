import { ruled } from "../rule-watch.ts";
import { thing } from "../slot.ts";
import type { Claim } from "./claim.ts";
import { headOf, namesTrade } from "./lexicon.ts";

const ARTICLE = /^(?:an?|the|one of the|now an?) /i;
const PARENT =
  /^(?:an? )?(?:(?:single|proud|new|first-time|stay[- ]at[- ]home|working|busy|full-time|soon-to-be|expectant) )*(?:mothers?|mom|mum|fathers?|dad|parents?|grandmother|grandfather|grandma|grandpa|grandparents?|step-?(?:mom|dad|mother|father))\b(?: of (.+))?/i;
const STUDENT =
  /\b(?:student|undergrad(?:uate)?|sophomore|freshman|(?:college |high school )?(?:junior|senior)(?= (?:at|in)\b|$)|grad student|postgrad(?:uate)?|ph\.?d\.? (?:candidate|student)|master's student|exchange student|apprentice|trainee|(?:first|second|third|fourth|final)-year)\b/i;

/** "A nurse at a clinic", "the founder of X", "a mother of two": who somebody is by a noun. */
export function nounClaims(rest: string, denied = false): readonly Claim[] {
  if (PARENT.test(rest)) return only("parent", { topic: "family", slot: "children" });
  const noun = rest.replace(ARTICLE, "");
  if (
    noun === rest &&
    !/^(?:head|chief|vp|vice president|president|ceo|cto|cfo|coo|co-?founder|founder|senior|lead|director|captain|owner)\b/i.test(
      rest,
    )
  )
    return [];
  if (
    /\b(?:just|not|also|bit|lot|kind|sort|type|mess|wreck|failure|idiot|lucky|bad|terrible|better|worse|good|great) ?/i.test(
      headOf(noun),
    ) &&
    !namesTrade(noun)
  )
    return [];
  const at =
    /\b(?:at|for|with|of) (?!\d|many|over|about|almost|several|two|three|ten|years)(?:the |a |an )?[\p{L}\d]/u.test(
      noun,
    );
  if (STUDENT.test(headOf(noun))) return denied ? [] : only("student", { topic: "study", slot: "job" });
  if (namesTrade(noun)) return denied ? [] : only("trade", { topic: "work", slot: at ? "employer" : "job" });
  const member =
    /^(?:member|part|citizen|resident|native|volunteer|supporter|survivor|veteran|graduate|alum\w*|player|captain|beginner|speaker)\b/i.exec(
      noun,
    );
  if (member !== null && / (?:of|at|in|for|from) /.test(noun))
    return only("member", { topic: "identity", slot: `is:${thing(noun)}` });
  return [];
}

function only(id: string, claim: Claim): readonly Claim[] {
  return ruled(`en/noun:${id}`, [claim]) ?? [];
}
