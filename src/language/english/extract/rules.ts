import { firstClaims } from "../../shared/claim.ts";
import { BE_RULES } from "./about-be.ts";
import { KEEP_RULES, PLAY_RULES, USE_RULES } from "./about-habits.ts";
import { DRIVE_RULES, GAIN_RULES, HAVE_RULES } from "./about-having.ts";
import { LIVE_RULES, MOVE_RULES, RENT_RULES } from "./about-home.ts";
import { EAT_RULES, LIKE_RULES } from "./about-taste.ts";
import { JOIN_RULES, RETIRE_RULES, STUDY_RULES, TEACH_RULES, WORK_RULES } from "./about-work.ts";
import type { Claim, Rule } from "./claim.ts";
import { type Phrase, startedPhrase, stoppedPhrase } from "./phrase.ts";

const BY_LEMMA: ReadonlyMap<string, readonly Rule[]> = new Map(
  (
    [
      ["be", BE_RULES],
      ["have", HAVE_RULES],
      ["adopt foster buy get", GAIN_RULES],
      ["drive", DRIVE_RULES],
      ["live reside", LIVE_RULES],
      ["move relocate", MOVE_RULES],
      ["rent", RENT_RULES],
      ["work", WORK_RULES],
      ["teach", TEACH_RULES],
      ["join", JOIN_RULES],
      ["retire", RETIRE_RULES],
      ["study", STUDY_RULES],
      ["like love enjoy adore hate dislike detest despise loathe", LIKE_RULES],
      ["eat drink smoke", EAT_RULES],
      ["play", PLAY_RULES],
      ["use", USE_RULES],
      ["keep", KEEP_RULES],
    ] as const
  ).flatMap(([verbs, rules]) => verbs.split(" ").map((verb) => [verb, rules])),
);

/** The result of the verb's own rules for a phrase. */
export function claimsOf(phrase: Phrase): readonly Claim[] {
  const stopped = stoppedPhrase(phrase);
  if (stopped !== undefined)
    return claimsOf(stopped).map((claim) => ({
      ...claim,
      say: claim.say ?? [stopped.lemma, stopped.rest],
      affirmed: false,
    }));
  const started = startedPhrase(phrase);
  if (started !== undefined) return claimsOf(started).map(({ say: _, ...claim }) => claim);
  const rules = BY_LEMMA.get(phrase.lemma);
  return rules === undefined ? [] : firstClaims(rules, phrase);
}
