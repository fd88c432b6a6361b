import { join } from "node:path";
import type { ScopeHandle } from "../../src/index.ts";
import { turnsOf } from "../../test/support/turns.ts";
import { DEV } from "../hygiene/dev/index.ts";
import type { PartContext } from "./context.ts";
import { inFolder, openWith } from "./database.ts";
import { medianOf, type Timing, timed } from "./interleave.ts";
import { amount, atMost, type Row } from "./row.ts";

/** Messages that one step of reading takes at most. */
const BATCH = 40;
const FIRST_BATCHES = 200;
const HOLD_BAR_MS = 10;
const ROUNDS = 10;
const WARM_UP = 2;

interface Said {
  readonly role: "user" | "assistant";
  readonly text: string;
  readonly session: string;
}

/** Messages to a bot in the project's own situations, English and Chinese, each with an answer. */
const TURNS: readonly (readonly [string, string])[] = DEV.flatMap(({ place, turns }) =>
  place === "user" ? turns.filter(({ role }) => role === "user") : [],
).map(({ text }) => [text, /\p{Script=Han}/u.test(text) ? "好的，我知道了。" : "All right, I see."]);

function turn(number: number): Said[] {
  const [text, reply] = TURNS[number % TURNS.length]!;
  const session = `s${Math.floor(number / 10)}`;
  return [
    { role: "user", text, session },
    { role: "assistant", text: reply, session },
  ];
}

/** Reading messages by rules, without a language model. */
export async function readingRows(context: PartContext): Promise<Row[]> {
  return inFolder(async (folder) => {
    await using memoir = await openWith(join(folder, "memoir.db"), { embedder: "none" });
    context.progress("the first messages of a process");
    // Nothing was read in this process before: the expressions are compiled now.
    const first = memoir.scope("user:first");
    await first.observe(Array.from({ length: FIRST_BATCHES / 2 }, (_, i) => turn(i)).flat());
    const { longestMs, totalMs } = await turnsOf(() => first.flush());

    context.progress("live turns and batches");
    const live: Timing[] = [];
    const batch: Timing[] = [];
    for (let round = -WARM_UP; round < ROUNDS; round++) {
      const turns = Array.from({ length: BATCH / 2 }, (_, i) => turn((round + WARM_UP) * (BATCH / 2) + i));
      const one = await readAll(memoir.scope("user:live"), turns);
      const all = await readAll(memoir.scope("user:batch"), [turns.flat()]);
      if (round < 0) continue;
      live.push(one);
      batch.push(all);
    }
    return [
      amount(
        "longest hold of the event loop while messages are read, first batch included",
        longestMs,
        "ms",
        { atMost: HOLD_BAR_MS },
        `CPU of the main thread; ${FIRST_BATCHES} messages, ${totalMs.toFixed(0)} ms in all`,
      ),
      atMost(
        `reading one live turn ÷ the same turn in a batch of ${BATCH} messages`,
        medianOf(live),
        medianOf(batch),
        1.8,
        { by: "cpu" },
      ),
    ];
  });
}

/** The reading time of a turn, when messages arrive in these pieces. Storing them is not counted. */
async function readAll(scope: ScopeHandle, pieces: readonly (readonly Said[])[]): Promise<Timing> {
  const sum = { wall: 0, cpu: 0, main: 0 };
  for (const messages of pieces) {
    await scope.observe([...messages]);
    const { wall, cpu, main } = await timed(() => scope.flush(), BATCH / 2);
    sum.wall += wall;
    sum.cpu += cpu;
    sum.main += main ?? 0;
  }
  return sum;
}
