import { thing } from "../slot.ts";
import { BE_RULES } from "./about-be.ts";
import {
  CAN_NOT_DO,
  CARRY_RULES,
  IDENTIFY_RULES,
  RECOVER_RULES,
  SLEEP_RULES,
  WEIGH_RULES,
} from "./about-body.ts";
import { BECOME_RULES, GET_RULES, GO_RULES, START_RULES, TURN_RULES } from "./about-change.ts";
import {
  ABLE_RULE,
  BELIEVE_RULES,
  CODE_RULES,
  COLLECT_RULES,
  DOES_RULES,
  HEALTH_RULES,
  KNOW_RULES,
  LEARN_RULES,
  PLAY_RULES,
  SPEAK_RULES,
  STOPPED_THING,
  SUPPORT_RULES,
  SWITCH_RULES,
  TAKE_RULES,
  USE_RULES,
  WEAR_RULES,
} from "./about-doing.ts";
import {
  BREAK_RULES,
  DATE_RULES,
  DIE_RULES,
  DIVORCE_RULES,
  GET_FAMILY_RULES,
  haveRelations,
  MARRY_RULES,
} from "./about-family.ts";
import { AWAY_RULES, DRIVE_RULES, GAIN_RULES, HAVE_RULES, LOSE_RULES, OWN_RULES } from "./about-having.ts";
import { COME_RULES, GROW_RULES, LIVE_RULES, MOVE_RULES } from "./about-home.ts";
import { SELDOM } from "./about-seldom.ts";
import {
  CARE_RULES,
  EAT_RULES,
  LIKE_RULES,
  LISTEN_RULES,
  PREFER_RULES,
  RATHER_RULES,
  STAND_RULES,
  WOULD_TAKE,
} from "./about-taste.ts";
import {
  ATTEND_RULES,
  BUSINESS_RULES,
  DO_RULES,
  EARN_RULES,
  GET_WORK_RULES,
  GRADUATE_RULES,
  JOIN_RULES,
  LEAVE_WORK_RULES,
  RETIRE_RULES,
  STUDY_RULES,
  TEACH_RULES,
  WORK_RULES,
} from "./about-work.ts";
import { type Claim, firstClaims, on, type Rule, rule } from "./claim.ts";
import { startedPhrase, stoppedPhrase } from "./gerunds.ts";
import type { Phrase } from "./phrase.ts";
import { isTaste } from "./tastes.ts";

const BY_LEMMA: Readonly<Record<string, readonly Rule[]>> = {
  ...SELDOM,
  be: BE_RULES,
  become: BECOME_RULES,
  have: HAVE_RULES,
  live: LIVE_RULES,
  reside: LIVE_RULES,
  move: MOVE_RULES,
  relocate: MOVE_RULES,
  emigrate: MOVE_RULES,
  immigrate: MOVE_RULES,
  settle: [
    on("en/rules:home", /^(?:down )?in (\p{Lu}.*)$/u, ([, place], { time }) =>
      time === "past" || time === "perfect" ? { topic: "home", slot: "home", value: place! } : undefined,
    ),
  ],
  grow: GROW_RULES,
  come: COME_RULES,
  work: WORK_RULES,
  freelance: [
    rule("en/rules:freelance", (phrase) =>
      phrase.modal === null && phrase.time !== "past" ? { topic: "work", slot: "job" } : undefined,
    ),
  ],
  run: BUSINESS_RULES,
  own: [...BUSINESS_RULES, ...OWN_RULES],
  manage: BUSINESS_RULES,
  lead: BUSINESS_RULES,
  found: BUSINESS_RULES,
  open: BUSINESS_RULES,
  start: [...START_RULES, ...BUSINESS_RULES, ...GET_WORK_RULES],
  launch: BUSINESS_RULES,
  host: BUSINESS_RULES,
  teach: TEACH_RULES,
  join: JOIN_RULES,
  quit: [...LEAVE_WORK_RULES, STOPPED_THING],
  leave: LEAVE_WORK_RULES,
  resign: LEAVE_WORK_RULES,
  lose: [...LEAVE_WORK_RULES, ...LOSE_RULES],
  retire: RETIRE_RULES,
  study: STUDY_RULES,
  major: STUDY_RULES,
  graduate: GRADUATE_RULES,
  attend: ATTEND_RULES,
  do: [CAN_NOT_DO, ...DO_RULES],
  handle: [CAN_NOT_DO],
  digest: [CAN_NOT_DO],
  choose: [WOULD_TAKE],
  pick: [WOULD_TAKE],
  marry: MARRY_RULES,
  divorce: DIVORCE_RULES,
  date: DATE_RULES,
  break: BREAK_RULES,
  split: BREAK_RULES,
  die: DIE_RULES,
  pass: [on("en/rules:rule", /^away\b/i, (_, phrase) => firstClaims(phrase, DIE_RULES))],
  adopt: GAIN_RULES,
  foster: GAIN_RULES,
  raise: [rule("en/rules:raise", (phrase) => (phrase.time === "past" ? undefined : haveRelations(phrase)))],
  buy: GAIN_RULES,
  get: [...SELDOM.get!, ...GET_RULES, ...GET_WORK_RULES, ...GET_FAMILY_RULES, ...AWAY_RULES, ...GAIN_RULES],
  receive: GET_WORK_RULES,
  land: GET_WORK_RULES,
  inherit: GAIN_RULES,
  sell: LOSE_RULES,
  give: [STOPPED_THING, ...AWAY_RULES],
  drive: [
    rule("en/rules:drive", (phrase) =>
      phrase.negated && phrase.rest === "" && phrase.time === "present" && phrase.modal === null
        ? { topic: "skill", slot: "skill:drive" }
        : undefined,
    ),
    on(
      "en/rules:job",
      /^(?:an? )?(?:trucks?|bus(?:es)?|taxis?|cabs?|uber|lyft|forklifts?|ambulances?|trams?|trains?)(?: for .+)?$/i,
      (_, { time, modal }) =>
        time === "present" && modal === null ? { topic: "work", slot: "job" } : undefined,
    ),
    ...DRIVE_RULES,
  ],
  like: LIKE_RULES,
  love: LIKE_RULES,
  enjoy: LIKE_RULES,
  adore: LIKE_RULES,
  hate: LIKE_RULES,
  dislike: LIKE_RULES,
  detest: LIKE_RULES,
  despise: LIKE_RULES,
  loathe: LIKE_RULES,
  prefer: PREFER_RULES,
  stand: STAND_RULES,
  bear: STAND_RULES,
  tolerate: [...STAND_RULES],
  care: CARE_RULES,
  eat: EAT_RULES,
  drink: EAT_RULES,
  smoke: EAT_RULES,
  consume: EAT_RULES,
  vape: EAT_RULES,
  speak: SPEAK_RULES,
  know: KNOW_RULES,
  learn: LEARN_RULES,
  play: PLAY_RULES,
  code: CODE_RULES,
  program: CODE_RULES,
  write: [
    on(
      "en/rules:hobby",
      /^(?:poetry|poems|fiction|novels|short stories|songs|fantasy|sci-?fi|fan ?fiction|a (?:blog|newsletter|column)|music|code for a living)\b/i,
      ({ 0: what }, { time, modal }) =>
        modal === null && time === "present" ? { topic: "hobby", slot: `hobby:${thing(what)}` } : undefined,
    ),
    ...CODE_RULES,
  ],
  use: USE_RULES,
  switch: SWITCH_RULES,
  change: SWITCH_RULES,
  convert: SWITCH_RULES,
  collect: COLLECT_RULES,
  suffer: HEALTH_RULES,
  recover: RECOVER_RULES,
  earn: EARN_RULES,
  make: [
    ...EARN_RULES,
    on("en/rules:hobby-2", /^my own (.+)$/i, ([, what], { time, modal }) =>
      modal === null && time === "present" && isTaste(what!)
        ? { topic: "hobby", slot: `hobby:${thing(`making ${what!}`)}` }
        : undefined,
    ),
  ],
  struggle: HEALTH_RULES,
  wear: WEAR_RULES,
  take: [WOULD_TAKE, ...TAKE_RULES],
  carry: CARRY_RULES,
  support: SUPPORT_RULES,
  follow: SUPPORT_RULES,
  believe: BELIEVE_RULES,
  turn: TURN_RULES,
  go: GO_RULES,
  coach: DOES_RULES,
  volunteer: DOES_RULES,
  sing: DOES_RULES,
  paint: DOES_RULES,
  draw: DOES_RULES,
  knit: DOES_RULES,
  sew: DOES_RULES,
  crochet: DOES_RULES,
  row: DOES_RULES,
  climb: DOES_RULES,
  surf: DOES_RULES,
  ski: DOES_RULES,
  skate: DOES_RULES,
  dance: DOES_RULES,
  bake: DOES_RULES,
  brew: DOES_RULES,
  hike: DOES_RULES,
  sail: DOES_RULES,
  box: DOES_RULES,
  stream: DOES_RULES,
  blog: DOES_RULES,
  tutor: DOES_RULES,
  mentor: DOES_RULES,
  babysit: DOES_RULES,
  dive: DOES_RULES,
  garden: DOES_RULES,
  meditate: DOES_RULES,
  fish: DOES_RULES,
  hunt: DOES_RULES,
  cycle: DOES_RULES,
  listen: LISTEN_RULES,
  rather: RATHER_RULES,
  identify: IDENTIFY_RULES,
  weigh: WEIGH_RULES,
  sleep: SLEEP_RULES,
};

/** What the verb's own rules make of a phrase. */
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
  const rules = BY_LEMMA[phrase.lemma];
  const claims = rules === undefined ? [] : firstClaims(phrase, rules);
  return claims.length > 0 ? claims : firstClaims(phrase, [ABLE_RULE]);
}
