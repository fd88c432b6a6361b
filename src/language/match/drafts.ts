import type { Claim, Fact } from "./claim.ts";
import { passiveOf, subjectOf } from "./grammar.ts";
import type { Unit } from "./units.ts";

/** A fact while its sentence is read. */
export type Draft = { -readonly [K in keyof Fact]: Fact[K] };

/** "The dog is brushed by the monkey" tells of a monkey that brushes: the doer first. Returns the subject then. */
export function turnPassive(
  facts: readonly Draft[],
  turns: Claim["turns"],
  all: readonly Unit[],
): string[] | undefined {
  const passive = passiveOf(all);
  if (passive === null) return undefined;
  const { be, verb } = passive;
  const by = turns.find((turn) => turn.key === "by" && turn.at > verb)?.at ?? null;
  const done = facts.find(({ at }) => at === verb);
  if (done === undefined) return undefined;
  const end = turns.find((turn) => by !== null && turn.at > by && turn.key !== "of")?.at ?? all.length;
  const agents = facts.filter(({ at }) => by !== null && at > by && at < end);
  if (agents.length === 0) {
    done.undergone = true;
    return undefined;
  }
  for (const fact of agents) if (fact.role === "by") fact.role = "";
  const subject = subjectOf(agents, all);
  for (const fact of facts) {
    fact.at += agents.includes(fact) ? -1_000_000 : fact.at < be ? 1_000_000 : fact.at > end ? 2_000_000 : 0;
  }
  return subject;
}

/** "Likes tea more than coffee" is "prefers tea", and "prefers tea" alone is "likes tea". */
export function preferring(facts: readonly Draft[]): readonly Fact[] {
  const than = facts.some(({ role }) => role === "than");
  const verb = facts.find(({ concept }) => concept === (than ? "~like" : "~prefer"));
  const more = facts.find(({ concept, sign }) => sign > 0 && (concept === "~more" || concept === "~better"));
  if (verb === undefined || (than && more === undefined)) return facts;
  verb.concept = than ? "~prefer" : "~like";
  return than ? facts.filter((fact) => fact !== more) : facts;
}
