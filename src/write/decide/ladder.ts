import type { Candidate } from "../../domain/candidate.ts";
import type { MemoryStatus } from "../../domain/memory.ts";
import { outcomeOnRestatement } from "../../domain/trust.ts";
import { type ClaimComparison, comparing } from "../../language/match/compare.ts";
import { sameValue } from "../../language/match/gist.ts";
import { tokenOverlap } from "../../language/match/token-overlap.ts";
import { LADDER, type LadderOptions, LEXICAL } from "./ladder-options.ts";
import { isOneByCosine, isSure } from "./near-enough.ts";

/** A memory of the scope, as far as matching needs it. */
export interface KnownMemory {
  /** The short number by which a model may name it. */
  readonly num: number;
  readonly key: string;
  readonly text: string;
  readonly subject: string | null;
  readonly slot: string | null;
  readonly affirmed: boolean;
  /** The effective one. */
  readonly status: MemoryStatus;
  /** Of its strongest source: `sourceRank()`. */
  readonly rank: number;
  /** Calibrated, 0–1; `null` without an embedder. */
  readonly similarity: number | null;
  /** The same before it was calibrated. */
  readonly cosine: number | null;
  readonly confidence: number;
}

export interface Incoming extends Omit<Candidate, "key"> {
  readonly key: string;
  /** The key that a model gave it. Default: none. */
  readonly requestedKey?: string | undefined;
  /** `sourceRank()` of who said it and how it was read. */
  readonly rank: number;
  /** It is true only from a moment that is still to come. */
  readonly later: boolean;
  /** The confidence it would have by itself. */
  readonly scored: number;
}

/**
 * The outcome of a claim:
 * - `create`: nothing like it is known
 * - `reinforce`: known; one more piece of evidence
 * - `merge`: known, and its words say more: they replace the old ones
 * - `supersede`: a new row; `target` and `also` end
 * - `coexist`: a new row beside a stronger one that it contradicts; ×0.5, in shadow
 * - `revive`: the row is active again
 * - `count`: evidence only; the row stays as it is
 * - `ask`: whether it is `target` again only a model can say
 */
export type Outcome = "create" | "reinforce" | "merge" | "supersede" | "coexist" | "revive" | "count" | "ask";

export interface Decision {
  readonly outcome: Outcome;
  /** The known memory that it concerns, by its number. */
  readonly target: number | null;
  /** Other memories of the same subject that end, or would end if a reviewer prefers the claim. */
  readonly also: readonly number[];
  /** Memories of the same attribute that hold until the claim begins to be true. */
  readonly until: readonly number[];
  readonly reason: string;
}

/** Memories that are current and can be replaced. */
const STANDING: ReadonlySet<MemoryStatus> = new Set(["active", "shadow", "pending", "archived"]);

/** Of those, what need not be revived. */
const AWAKE: ReadonlySet<MemoryStatus> = new Set(["active", "shadow", "pending"]);

interface Judged {
  readonly knownMemory: KnownMemory;
  readonly verdict: "same" | "conflict" | "unsure" | "beside";
  /** The claim says more than what is known. */
  readonly richer: boolean;
  /** Both speak of the same attribute, by their slots or by their words. */
  readonly oneAttribute: boolean;
  readonly score: number;
  readonly reason: string;
}

/**
 * The ladder: same key, same subject and slot, then similarity with the words as veto. A claim supersedes only
 * what speaks of the same attribute of the same subject, what a model named as contradicted, and what the user's words
 * name as over. Being alike or "a correction" is not enough: when in doubt both stand.
 */
export function matchKnown(
  incoming: Incoming,
  knownMemories: readonly KnownMemory[],
  options: LadderOptions = LADDER,
): Decision {
  const compare = comparing(incoming.text);
  const mayEnd = ({ num, subject }: KnownMemory): boolean =>
    subject === incoming.subject || (options.oneTeller && incoming.contradicts.includes(num));
  const judged = knownMemories
    .filter((one) => mayBeSame(incoming.subject, one.subject) || mayEnd(one))
    .map((one) => judge(incoming, one, compare(one.text, one.similarity), options))
    .sort((a, b) => b.score - a.score);
  const conflicts = judged.filter(
    (one) => one.verdict === "conflict" && mayEnd(one.knownMemory) && STANDING.has(one.knownMemory.status),
  );
  const stronger = conflicts
    .filter((one) => one.knownMemory.rank > incoming.rank)
    .toSorted((a, b) => b.knownMemory.rank - a.knownMemory.rank);
  const weaker = conflicts.filter((one) => one.knownMemory.rank <= incoming.rank);
  const until = numbersOf(weaker.filter(({ oneAttribute }) => incoming.later && oneAttribute));
  const replaced = numbersOf(weaker).filter((num) => !until.includes(num));

  const same = bestSame(judged);
  if (same !== undefined) return { ...restate(incoming, same, stronger, replaced), until };
  const [strongest, ...others] = stronger;
  if (strongest !== undefined) {
    const reason = `${strongest.reason}, but from a weaker source`;
    const also = [...numbersOf(others), ...replaced];
    return { ...decision("coexist", strongest.knownMemory.num, reason), also };
  }
  const [target, ...also] = replaced;
  if (target !== undefined) return { ...decision("supersede", target, weaker[0]!.reason), also, until };
  if (until.length > 0)
    return { ...decision("create", null, `${weaker[0]!.reason}; that holds until it begins`), until };
  const unsure = judged.filter(({ verdict }) => verdict === "unsure");
  if (unsure.length === 0) return decision("create", null, "nothing like it is known");
  if (incoming.corrects) return decideCorrection(incoming, unsure);
  const open = unsure.find(({ knownMemory }) => mayAsk(incoming, knownMemory, options));
  if (open !== undefined) return decision("ask", open.knownMemory.num, open.reason);
  return decision("create", null, `like a known one, but ${unsure[0]!.reason}`);
}

/** "Actually, …" puts right the one claim that gives another value of the same attribute. Of several it ends none. */
function decideCorrection(incoming: Incoming, unsure: readonly Judged[]): Decision {
  const standing = unsure.filter(
    ({ oneAttribute, knownMemory }) =>
      oneAttribute && knownMemory.subject === incoming.subject && STANDING.has(knownMemory.status),
  );
  const [only] = standing;
  if (only === undefined || standing.length > 1)
    return decision("create", null, "a correction, but of nothing that is known for sure");
  return only.knownMemory.rank > incoming.rank
    ? decision("coexist", only.knownMemory.num, `a correction from a weaker source: ${only.reason}`)
    : decision("supersede", only.knownMemory.num, `said as a correction: ${only.reason}`);
}

/**
 * A model that saw the known memory and named it in no list has answered already. A memory in shadow, or ended, is not
 * worth a question: at worst it stays as it is.
 */
function mayAsk({ seen = [] }: Incoming, { num, status }: KnownMemory, { canAsk }: LadderOptions): boolean {
  return canAsk && !seen.includes(num) && (status === "active" || status === "pending");
}

function numbersOf(judged: readonly Judged[]): number[] {
  return judged.map(({ knownMemory }) => knownMemory.num);
}

function decision(outcome: Outcome, target: number | null, reason: string): Decision {
  return { outcome, target, also: [], until: [], reason };
}

/** A claim about nobody in particular may be a known one about somebody; it never replaces it. */
function mayBeSame(a: string | null, b: string | null): boolean {
  return a === b || a === null || b === null;
}

/** Active memories first, then the most similar. */
function bestSame(judged: readonly Judged[]): Judged | undefined {
  const same = judged.filter(({ verdict }) => verdict === "same");
  return (
    same.find(({ knownMemory }) => AWAKE.has(knownMemory.status)) ??
    same.find(({ knownMemory }) => STANDING.has(knownMemory.status)) ??
    same[0]
  );
}

function restate(
  incoming: Incoming,
  { knownMemory, richer, reason }: Judged,
  stronger: readonly Judged[],
  replaced: readonly number[],
): Decision {
  const meeting = outcomeOnRestatement(knownMemory, { text: incoming.text, ownKey: false });
  if (meeting === "count") return decision("count", knownMemory.num, `${reason}; an operator disabled it`);
  const outranked: Decision = {
    ...decision("count", knownMemory.num, `${reason}; a stronger source says otherwise`),
    also: [...numbersOf(stronger), ...replaced],
  };
  // A claim contradicted by a stronger source waits, however often it is repeated.
  if (meeting === "reinforce" && stronger.length > 0 && knownMemory.status !== "active") return outranked;
  if (meeting === "reinforce") {
    return { ...decision(richer ? "merge" : "reinforce", knownMemory.num, reason), also: replaced };
  }
  // A claim replaced by a stronger source stays replaced, however often it is repeated.
  if (stronger.length > 0) return outranked;
  return {
    ...decision("revive", knownMemory.num, `${reason}; it was ${knownMemory.status}`),
    also: replaced,
  };
}

function judge(
  incoming: Incoming,
  knownMemory: KnownMemory,
  compared: ClaimComparison,
  options: LadderOptions,
): Judged {
  const nearness = options.by === "cosine" ? knownMemory.cosine : knownMemory.similarity;
  const score = nearness ?? tokenOverlap(incoming.text, knownMemory.text);
  const isNear = options.by === "cosine" && nearness !== null;
  // Of two that are one the surer words stand.
  const says = isNear ? incoming.scored > knownMemory.confidence : compared.richer === "a";
  const sameSlot =
    incoming.slot !== null && incoming.slot === knownMemory.slot && incoming.subject === knownMemory.subject;
  const against = compared.relation === "update" || compared.relation === "contradiction";
  const oneAttribute = sameSlot || against || compared.oneAttribute;
  const judged = (verdict: Judged["verdict"], reason: string, richer = says): Judged => ({
    knownMemory: knownMemory,
    verdict,
    richer,
    oneAttribute,
    score,
    reason,
  });
  if (incoming.key === knownMemory.key) return judged("same", "the same key", false);
  const bands = nearness === null ? { ...options, ...LEXICAL } : options;
  const near = score >= bands.fallbackLow;
  // What ends need not be alike: a class ends when its card is given back.
  const isContradiction = incoming.contradicts.includes(knownMemory.num);
  // A model knows that a collie is a dog; numbers, times and denials it does not overrule.
  const vetoed = against && compared.byWords !== true;
  const again =
    near && !vetoed && [...incoming.matches, ...(incoming.extends ?? [])].includes(knownMemory.num);
  if (sameSlot) {
    const slotted = inSlot(incoming, knownMemory, compared, judged);
    // "She left the café for a bakery" holds the words of "she works at a café".
    const open = slotted.verdict === "beside" || (slotted.verdict === "same" && compared.relation !== "same");
    if (isContradiction && open) return judged("conflict", "a model says they contradict");
    if (!again || slotted.verdict !== "conflict") return slotted;
  }
  const otherSlots = incoming.slot !== null && knownMemory.slot !== null;
  if (compared.relation === "same") return judged("same", compared.reason);
  if (isContradiction) return judged("conflict", "a model says they contradict");
  if (again && incoming.extends?.includes(knownMemory.num))
    return judged("same", "a model says that it adds to it", true);
  if (again) return judged("same", "a model says they are one");
  // What a model gives one key is one, unless the words tell the two apart.
  if (incoming.requestedKey === knownMemory.key && incoming.subject === knownMemory.subject) {
    if (!against && !compared.apart && !oneAttribute) return judged("same", "the same key", false);
  }
  if (against) return judged(otherSlots || !compared.replaces ? "beside" : "conflict", compared.reason);
  if (isNear && isOneByCosine(bands, compared, score) && !oneAttribute)
    return judged("same", `a cosine of ${score.toFixed(2)}`);
  const sure = isSure(bands, score);
  if (!isNear && compared.richer !== null && near) {
    const open = !sure && mayAsk(incoming, knownMemory, options);
    return judged(open ? "unsure" : "same", compared.reason);
  }
  const alike = (isNear || compared.relation === "related") && score >= bands.checkLow;
  return judged(alike ? "unsure" : "beside", compared.reason);
}

type Verdict = (verdict: Judged["verdict"], reason: string, richer?: boolean) => Judged;

/** One subject, one slot: one value at a time, so that another takes its place. */
function inSlot(
  incoming: Incoming,
  knownMemory: KnownMemory,
  compared: ClaimComparison,
  judged: Verdict,
): Judged {
  const slot = `the same ${incoming.slot}`;
  if (compared.relation === "same") return judged("same", `${slot}: ${compared.reason}`);
  if (compared.relation === "contradiction") return judged("conflict", `${slot}: ${compared.reason}`);
  const value = sameValue(incoming.text, knownMemory.text);
  if (incoming.affirmed !== knownMemory.affirmed) {
    // That she has left Berlin says nothing against Munich.
    return value.same ? judged("conflict", `${slot} is denied`) : judged("beside", `${slot}, another value`);
  }
  if (!compared.replaces) return judged("beside", `${slot}, at another time`);
  if (compared.relation === "update") return judged("conflict", `${slot}: ${compared.reason}`);
  if (value.same) return judged("same", `${slot}, the same value`, value.richer === "a");
  return incoming.affirmed
    ? judged("conflict", `${slot}: ${compared.reason}`)
    : judged("beside", compared.reason);
}
