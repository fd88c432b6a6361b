import type { ForgetTarget } from "../../api/write.ts";
import { invalidArgument, show } from "../../domain/errors.ts";
import { factKey } from "../../domain/key.ts";
import { checkId, checkText, LIMITS } from "../../domain/text.ts";
import { terms } from "../../language/terms.ts";

/** What is to be forgotten, as it is looked for. */
export type CheckedTarget =
  | { id: string }
  | { key: string }
  | { message: string }
  | { about: string; terms: string[] };

export function checkTarget(target: ForgetTarget): CheckedTarget {
  if (typeof target === "object" && target !== null) {
    // Passed over, it would forget what was only to be looked at.
    if (!("about" in target) && (target as { dryRun?: unknown }).dryRun === true) {
      throw invalidArgument(
        "dryRun goes with { about }: what an id or a key names is known. Look at it with memories.get().",
      );
    }
    if ("id" in target) return { id: checkId(target.id, "id") };
    if ("message" in target) return { message: checkId(target.message, "message") };
    if ("key" in target) return { key: factKey(checkId(target.key, "key")) };
    if ("about" in target) {
      const aboutTerms = [...new Set(terms(checkText(target.about, "about", LIMITS.id)))];
      if (aboutTerms.length > 0) return { about: target.about, terms: aboutTerms };
      throw invalidArgument(`about ${show(target.about)} has no word to look for. Name the thing.`);
    }
  }
  throw invalidArgument(`forget() takes { id }, { key }, { message } or { about }, got ${show(target)}.`);
}
