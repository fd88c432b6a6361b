import type { Case, Fate } from "../../domain/case.ts";
import { MEMORY_TYPES } from "../../domain/memory.ts";
import { runSteps } from "../../domain/redact/redact.ts";
import { resolveSettings, type Settings } from "../../domain/settings.ts";
import { judge } from "../../write/decide/judge.ts";
import type { LoggedCase } from "./logged-case.ts";
import { type Replayed, replay } from "./replay.ts";
import { seededRandom } from "./score.ts";

export const DAY = 86_400_000;
export const START = Date.parse("2026-01-01T00:00:00Z");
export const SETTINGS = resolveSettings({ writePolicy: { mode: "auto", minConfidence: 0.4 } });
export const POLICY = SETTINGS.writePolicy;

export const CASE: Case = {
  ...{ type: "preference", role: "user", method: "llm_extract", by: "reading", path: "message:user" },
  ...{ base: 0.9, evidenceCount: 1, weaker: false, corrects: false, imported: false, suspicion: null },
  ...{
    power: false,
    hearsay: false,
    rule: null,
    consent: null,
    refused: null,
    held: null,
    forgotten: null,
    isNew: true,
  },
  ...{ limited: "chat", used: { turn: null, session: 0, hour: 0, day: 0 }, full: null, tokens: 8 },
};

/** What is known of a claim before it is decided whether it is right. */
export interface Told {
  readonly scopeName: string;
  readonly at: number;
  readonly base: number;
  readonly type: Case["type"];
}

export interface YearOptions {
  readonly seed: number;
  /** How probable it is that a claim is right. */
  readonly right: (told: Told) => number;
  /** Changes what is said; default: nothing. */
  readonly saying?: (one: Case, day: number) => Case;
  readonly policy?: Settings["writePolicy"];
  readonly days?: number;
}

const SCOPES = 40;
const A_DAY = 12;

/** A year of claims of forty people, some of which were reviewed, forgotten or confirmed. */
export function simulatedYear({
  seed,
  right,
  saying,
  policy = POLICY,
  days = 365,
}: YearOptions): LoggedCase[] {
  const next = seededRandom(seed);
  return Array.from({ length: days * A_DAY }, (_, i): LoggedCase => {
    const day = Math.floor(i / A_DAY);
    const at = START + day * DAY + Math.floor(next() * DAY);
    const scope = Math.floor(next() * SCOPES);
    const scopeName = `user:person-${scope}`;
    const base = 0.5 + Math.round(next() * 50) / 100;
    const type = MEMORY_TYPES[Math.floor(next() * MEMORY_TYPES.length)]!;
    const said: Case = { ...CASE, base, type };
    const one = saying?.(said, day) ?? said;
    const isRight = next() < right({ scopeName, at, base: one.base, type: one.type });
    const fate: Fate = judge(one, policy).fate;
    const isLabelled = next() < 0.4;
    const by = isRight
      ? fate === "active"
        ? "confirmed"
        : "approved"
      : fate === "active"
        ? "forgotten"
        : "rejected";
    return {
      ...{ scope, scopeName, seq: i + 1, num: 1, at, policy: 0, fate, memory: null, case: one },
      label: isLabelled ? { isRight, by, at: at + DAY } : null,
    };
  }).sort((a, b) => a.at - b.at);
}

/** All steps of a replay at once. */
export function runReplay(...args: Parameters<typeof replay>): Replayed {
  return runSteps(replay(...args));
}

/** Words that are sure are right; the others seldom are. */
export const bySureness = ({ base }: Told): number => (base >= 0.85 ? 0.97 : 0.01);
