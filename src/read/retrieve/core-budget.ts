import { tokenQuarters } from "../../domain/budget.ts";
import { CORE_SORTS, type CoreSort } from "../../domain/enums.ts";
import { FORMATS } from "../../domain/render/formats.ts";
import type { Settings } from "../../domain/settings.ts";
import type { CoreLengths } from "../../scope-index/memory-shelf.ts";
import type { RecallCandidate } from "../shared/candidate.ts";

/** One thing that belongs in every prompt. */
export interface CorePart {
  readonly candidate: RecallCandidate;
  readonly text: string;
  readonly sort: CoreSort;
  readonly at: number;
  /** The text in quotation marks, as a block shows it. */
  readonly quoted: string;
}

/** The parts of one sort from one source, newest first. A part is made when somebody asks for it: most are never shown. */
export class CoreQueue {
  readonly sort: CoreSort;
  readonly #lengths: CoreLengths;
  readonly #partAt: (position: number) => CorePart | null;
  #position = 0;

  /** `lengths`: of the quoted words of each part; `partAt`: `null` for what is no part. */
  constructor(sort: CoreSort, lengths: CoreLengths, partAt: (position: number) => CorePart | null) {
    this.sort = sort;
    this.#lengths = lengths;
    this.#partAt = partAt;
  }

  /** The newest that was not taken. */
  get first(): CorePart | null {
    for (; this.#position < this.#lengths.quarters.length; this.#position += 1) {
      const part = this.#partAt(this.#position);
      if (part !== null) return part;
    }
    return null;
  }

  take(): void {
    this.#position += 1;
  }

  /** Passes over the parts at its head that do not fit, without making them. */
  skip(fits: (quarters: number) => boolean): void {
    const { quarters } = this.#lengths;
    while (this.#position < quarters.length && !fits(quarters[this.#position]!)) this.#position += 1;
  }

  /** The rest has no part with fewer quarters of a token. */
  get least(): number {
    return this.#lengths.least[this.#position]!;
  }
}

/** The parts that fit, and the line that holds them; `""` when there are none. */
export interface CoreChoice {
  readonly line: string;
  readonly parts: readonly CorePart[];
}

/** The core within its budget: the line that holds it, and what is in it. */
export function chooseCore(
  queues: readonly CoreQueue[],
  { render, readPolicy }: Settings,
  maxTokens: number | null,
): CoreChoice {
  const format = FORMATS[render.format];
  const most = Math.min(
    readPolicy.coreTokens ?? Number.POSITIVE_INFINITY,
    (maxTokens ?? Number.POSITIVE_INFINITY) / 2,
  );
  const chosen: CorePart[] = [];
  // Quarters of a token add up, so that what does not fit need not be rendered.
  let used = tokenQuarters(format.always([]));
  const between = tokenQuarters(format.always(["", ""])) - tokenQuarters(format.always([""]));
  const after = (quarters: number): number => used + (chosen.length > 0 ? between : 0) + quarters;
  const fits = (quarters: number): boolean => Math.ceil(after(quarters) / 4) <= most;
  for (const part of inOrder(queues, fits)) {
    const quarters = tokenQuarters(part.quoted);
    if (!fits(quarters)) continue;
    used = after(quarters);
    chosen.push(part);
  }
  if (chosen.length === 0) return { line: "", parts: [] };
  return { line: format.always(chosen.map(({ quoted }) => quoted)), parts: chosen };
}

/** What somebody cannot have comes before all else: a prompt without it may harm them. */
function* inOrder(queues: readonly CoreQueue[], fits: (quarters: number) => boolean): Generator<CorePart> {
  const ofLimits = (queue: CoreQueue): boolean => queue.sort === "limit";
  yield* byTurns(queues.filter(ofLimits), fits);
  yield* byTurns(
    queues.filter((queue) => !ofLimits(queue)),
    fits,
  );
}

/**
 * The newest of each sort, then the next of each: none crowds out the others. Ends where nothing that is left fits. Once
 * a single sort has something that fits, it takes no turn from another: what is too long in it is not looked at.
 */
function* byTurns(queues: readonly CoreQueue[], fits: (quarters: number) => boolean): Generator<CorePart> {
  const bySort = CORE_SORTS.map((sort) => queues.filter((queue) => queue.sort === sort));
  for (let progress = true; progress; ) {
    progress = false;
    const open = bySort.filter((some) => some.some(({ least }) => fits(least)));
    if (open.length === 1) for (const queue of open[0]!) queue.skip(fits);
    for (const some of open) {
      const newest = newestOf(some);
      if (newest === null) continue;
      newest.queue.take();
      progress = true;
      yield newest.part;
    }
  }
}

/** Of two of one moment, that of the source that comes first. */
function newestOf(queues: readonly CoreQueue[]): { queue: CoreQueue; part: CorePart } | null {
  let newest: { queue: CoreQueue; part: CorePart } | null = null;
  for (const queue of queues) {
    const part = queue.first;
    if (part !== null && (newest === null || part.at > newest.part.at)) newest = { queue, part };
  }
  return newest;
}
