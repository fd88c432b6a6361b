import type { OpEvent } from "../../api/stats.ts";
import type { WriteEntry } from "../../api/write.ts";
import { type Case, encodeCase } from "../../domain/case.ts";
import type { Event } from "../../domain/event.ts";
import { candidateHash } from "../../store/tables/decisions.ts";
import type { RefusalRow } from "../../store/writes/commit.ts";
import type { Refused } from "../decide/decide.ts";
import type { ReadProgress } from "./commit.ts";

/**
 * Length of the excerpt of a message from which nothing was kept. The log keeps none of its words: they go with the
 * event.
 */
export const MAX_WORDS = 1_000;

const NO_CASE = { input: null, fate: null };

/** A claim that is not kept, and why. */
interface RefusedClaim extends Partial<Pick<Refused, "outcome" | "memory">> {
  readonly text: string;
  readonly stage: RefusalRow["stage"];
  readonly reason: string;
  /** The case that was judged. Default: none was. */
  readonly case?: Case;
}

/**
 * What came of a batch so far: the entries of the report, and the refusals and counts that the next commit takes along.
 */
export class ReadLog {
  readonly entries: WriteEntry[] = [];
  readonly #session: string | null;
  #refusals: RefusalRow[] = [];
  #ops: OpEvent[] = [];
  #committedTo = 0;

  /** `session`: the one that is read; `null` for a whole scope. */
  constructor(session: string | null) {
    this.#session = session;
  }

  refuse(event: Event, claim: RefusedClaim): void {
    const { text, stage, reason, outcome = "refused", memory = null } = claim;
    const logged = claim.case === undefined ? NO_CASE : { input: encodeCase(claim.case), fate: outcome };
    const hash = candidateHash(text);
    this.#refusals.push({ seq: event.seq, stage, outcome, reason, memory, hash, ...logged });
    this.entries.push({ outcome: "refused", text, reason, eventId: event.id, memory: null, replaced: [] });
  }

  /** Nothing was kept of a whole message. */
  ignore(event: Event, reason: string): void {
    const { seq, id: eventId } = event;
    this.#refusals.push({
      seq,
      stage: "extract",
      outcome: "ignored",
      reason,
      memory: null,
      hash: "",
      ...NO_CASE,
    });
    const text = event.text.slice(0, MAX_WORDS);
    this.entries.push({ outcome: "ignored", text, reason, eventId, memory: null, replaced: [] });
  }

  count(ops: readonly OpEvent[]): void {
    this.#ops.push(...ops);
  }

  /** What a commit writes when all is read up to an event. */
  progressTo(seq: number): ReadProgress {
    return {
      watermark: seq,
      ...(this.#session === null ? {} : { session: this.#session }),
      refusals: this.#refusals,
      ops: this.#ops,
    };
  }

  /** That progress was written. */
  committed(seq: number): void {
    this.#committedTo = seq;
    this.#refusals = [];
    this.#ops = [];
  }

  isCommittedTo(seq: number): boolean {
    return this.#committedTo >= seq;
  }
}
