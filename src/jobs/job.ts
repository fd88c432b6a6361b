import type { Handler } from "./handler.ts";
import type { Schedule } from "./schedule.ts";

/** One kind of job: what it does, and how it is asked for. The engine lists the modules; a new job is a new one. */
export interface JobModule {
  readonly kind: string;
  readonly run: Handler;
  /** Slots at which it is asked for, once for all processes together. Default: none. */
  readonly schedules?: readonly Omit<Schedule, "job">[];
  /** Looks for work that nobody asked for, and asks for it. Default: others ask. */
  readonly look?: Look;
}

export interface Look {
  readonly everyMs: number;
  /** Cheap where there is nothing to do. `thorough`: also what is looked for only now and then. */
  run(thorough: boolean): Promise<unknown>;
}
