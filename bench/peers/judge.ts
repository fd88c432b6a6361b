import type { Probe } from "../companion/conversation.ts";
import { scoreProbe } from "../companion/score.ts";
import type { Recalled } from "./peer.ts";

/** What the lines that a question brought are worth. */
export interface Verdict {
  /** All that answers is shown, and nothing that must not be. */
  readonly answered: boolean;
  /** All that answers is shown. */
  readonly held: boolean;
  /** Lines that do not belong, core apart; `null` where the data do not say which do. */
  readonly noise: number | null;
  /** Lines that are no longer true. */
  readonly stale: number;
}

export type Judge = (recalled: Recalled) => Verdict;

/** As `bench companion` judges: by expressions that the lines must match, and must not. */
export function byWords(probe: Probe): Judge {
  return ({ lines }) => {
    const core = lines.filter(({ always }) => always === true);
    const score = scoreProbe({
      ...{ probe, tokens: 0 },
      lines: lines.map(({ text }) => text),
      core: core.map(({ text }) => text),
    });
    return {
      answered: score.answered,
      held: score.missing.length === 0,
      noise: probe.relevant.length === 0 ? null : score.noise.length,
      stale: score.forbidden.length,
    };
  };
}

/** Pairs of messages of which the later makes the earlier untrue. */
export type Changes = readonly (readonly [earlier: string, later: string])[];

/** As `bench people` judges: every message that answers is shown. A replaced one is stale where its successor is not shown. */
export function byMessages(wanted: ReadonlySet<string>, changes: Changes = []): Judge {
  return ({ lines }) => {
    const shown = new Set(lines.flatMap(({ sources }) => sources));
    const replaced = new Set(changes.filter(([, later]) => !shown.has(later)).map(([earlier]) => earlier));
    const others = lines.filter(({ always }) => always !== true);
    const held = [...wanted].every((id) => shown.has(id));
    return {
      ...{ answered: held, held },
      noise: others.filter(({ sources }) => !sources.some((id) => wanted.has(id))).length,
      stale: lines.filter(({ sources }) => sources.some((id) => replaced.has(id))).length,
    };
  };
}
