import { writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { Failure } from "./server-client.ts";
import type { Fleet } from "./server-fleet.ts";
import type { Disturbed } from "./soak-database.ts";
import type { MoodyModel } from "./soak-model.ts";
import { FAULT_MS, GRACE_MS, ROUND_MS, ROUNDS } from "./soak-size.ts";

/** The errors that each fault explains, and why; a client sends such a request again. */
const EXPLAINS = {
  kill: { mcp: "the server died between its question to the user and the answer" },
  interrupt: {
    database_unavailable: "the database was down",
    database_locked: "another program held the lock",
    degraded: "recall answers without a database",
    mcp: "a tool needs the database",
  },
  disk: {
    disk_full: "the disk was full",
    database_unavailable: "PostgreSQL gives up where its log does not fit",
    degraded: "recall answers without a database",
    mcp: "a tool needs room",
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>;

type Lasting = keyof typeof EXPLAINS;

export interface Injected {
  /** Milliseconds from the start. */
  readonly at: number;
  readonly what: string;
}

export interface Faults {
  readonly injected: Injected[];
  /** Errors that a fault explains, by code and reason. */
  readonly explained: Map<string, number>;
  isExplained(failure: Failure): boolean;
  /** Counts an error that needs no fault. */
  explain(why: string): void;
  /** Resolves when all rounds are over. */
  run(): Promise<void>;
  /** Whether the rounds go on. */
  goesOn(): boolean;
  /** After a failure, nobody goes on. */
  stop(): void;
  /** Sets all clocks, in milliseconds ahead. */
  setClock(ahead: number): void;
}

export interface Victims {
  readonly fleet: Fleet;
  readonly disturbed: Disturbed;
  readonly model: MoodyModel;
  /** The file that the servers read their clocks from. */
  readonly clock: string;
}

/** A round's other fault: the clock jumps, the database is away, nothing, the model hangs. */
const CYCLE = ["clock", "interrupt", "none", "model"] as const;
const HOUR = 3_600_000;
/** One after the other: forward, back, into the past, and back. */
const CLOCKS = [HOUR, 0, -HOUR / 6, 0] as const;
/** The most that a clock is ahead, and the time after which a request that a dead server began may be carried out. */
export const LATEST_MS = HOUR + 61_000;

export function planFaults(victims: Victims, next: () => number): Faults {
  const { fleet, disturbed, model, clock } = victims;
  const started = performance.now();
  const injected: Injected[] = [];
  const explained = new Map<string, number>();
  const windows: { fault: Lasting; to: number }[] = [];
  let jumps = 0;
  let over = false;

  const note = (what: string): void => void injected.push({ at: performance.now() - started, what });
  const during = async (fault: Lasting, work: () => Promise<string>): Promise<void> => {
    const window = { fault, to: Number.POSITIVE_INFINITY };
    windows.push(window);
    note(await work());
    window.to = performance.now() + (fault === "kill" ? 0 : GRACE_MS);
  };
  const kill = async (): Promise<string> => {
    await fleet.replace(0);
    return "SIGKILL";
  };
  const setClock = (ahead: number): void => writeFileSync(clock, String(ahead));
  const fillDisk = async (): Promise<string> => {
    await disturbed.disk.fill();
    await sleep(FAULT_MS);
    await disturbed.disk.free();
    await disturbed.revive();
    return "disk full";
  };
  const strike = async (round: number): Promise<void> => {
    if (round === Math.floor(ROUNDS / 2) && disturbed.disk.canFill) return during("disk", fillDisk);
    const fault = CYCLE[round % CYCLE.length];
    if (fault === "interrupt") return during("interrupt", () => disturbed.interrupt(() => sleep(FAULT_MS)));
    if (fault === "clock") {
      const ahead = CLOCKS[jumps++ % CLOCKS.length]!;
      setClock(ahead);
      note(`clock ${ahead / 60_000} min`);
    }
    if (fault === "model") {
      model.hangs = true;
      note("model hangs");
      await sleep(FAULT_MS);
      model.hangs = false;
    }
  };

  const explain = (why: string): void => void explained.set(why, (explained.get(why) ?? 0) + 1);

  return {
    injected,
    explained,
    explain,
    setClock,
    goesOn: () => !over,
    stop() {
      over = true;
    },
    isExplained({ code, sentAt }) {
      if (code === "deadline") {
        explain("deadline: on a busy machine a recall answers in time with what it has");
        return true;
      }
      const found = windows.find(({ fault, to }) => code in EXPLAINS[fault] && sentAt <= to);
      if (found === undefined) return false;
      const reasons: Readonly<Record<string, string>> = EXPLAINS[found.fault];
      explain(`${code}: ${reasons[code]}`);
      return true;
    },
    async run() {
      try {
        for (let round = 0; round < ROUNDS && !over; round++) {
          const end = started + (round + 1) * ROUND_MS;
          await sleep(next() * ROUND_MS * 0.5);
          await during("kill", kill);
          await strike(round);
          await sleep(Math.max(0, end - performance.now()));
        }
      } finally {
        over = true;
      }
    },
  };
}
