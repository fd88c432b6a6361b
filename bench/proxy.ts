import { request } from "node:http";
import { startProxy } from "../src/adapters/openai-proxy/index.ts";
import { type MemoirEngine, openMemoir } from "../src/index.ts";
import { factAt } from "../test/fixtures/duplicates/facts.ts";
import { startUpstream } from "../test/support/upstream.ts";
import { questionAbout } from "./ratios/corpus.ts";
import type { Figure } from "./support.ts";

const MEMORIES = 500;
const ROUNDS = 400;
const WARM_UP = 50;
const PATH = "/v1/chat/completions";
/** Times what a bot pays that recalls and observes by itself. */
const BAR = 2;

interface Taken {
  /** Milliseconds to the first byte of the answer's body, and to its end. */
  readonly first: number;
  readonly all: number;
}

/** The latency that the proxy adds to a streamed answer: beside the same upstream asked directly, and beside a bot's own calls. */
export async function proxy(): Promise<Figure[]> {
  await using upstream = await startUpstream();
  await using memoir = await openMemoir({ database: ":memory:", embedder: "none", background: false });
  await fill(memoir);
  const running = await startProxy({ memoir, upstream: upstream.url, port: 0 });
  const direct: Taken[] = [];
  const through: Taken[] = [];
  const own: Taken[] = [];
  // In turns, so that a busy moment falls on all.
  for (let i = -WARM_UP; i < ROUNDS; i += 1) {
    const question = `${questionAbout(factAt(Math.abs(i) % MEMORIES))} (${i})`;
    const taken = [await ask(upstream.url, question), await ask(running.url, question)];
    const alone = await byHand(memoir, question, i);
    upstream.got.length = 0;
    if (i < 0) continue;
    direct.push(taken[0]!);
    through.push(taken[1]!);
    own.push({ first: taken[0]!.first + alone.recall, all: taken[0]!.all + alone.recall + alone.observe });
  }
  await running.close();
  const figures = (["first", "all"] as const).flatMap((which) =>
    [0.5, 0.95].map((share): Figure => {
      const at = (list: readonly Taken[]): number =>
        quantile(
          list.map((one) => one[which]),
          share,
        );
      const added = quantile(
        through.map((one, i) => one[which] - direct[i]![which]),
        share,
      );
      return {
        name: `${which === "first" ? "to the first byte" : "to the end"} of a stream, p${share * 100}: proxy ÷ recall() and observe() by hand`,
        ratio: at(through) / at(own),
        bar: BAR,
        detail: `${added.toFixed(2)} ms added (${at(direct).toFixed(2)} ms direct, ${at(through).toFixed(2)} ms through, ${at(own).toFixed(2)} ms by hand; ${MEMORIES} memories)`,
      };
    }),
  );
  return figures;
}

async function fill(memoir: MemoirEngine): Promise<void> {
  const scope = memoir.scope("user:alice");
  for (let i = 0; i < MEMORIES; i += 1) await scope.remember(factAt(i).text, { key: `fact ${i}` });
}

async function byHand(
  memoir: MemoirEngine,
  question: string,
  i: number,
): Promise<{ recall: number; observe: number }> {
  const scope = memoir.scope("user:alice");
  const begun = performance.now();
  const recalled = await scope.recall(question);
  recalled.injectInto([{ role: "user", content: question }]);
  const between = performance.now();
  await Promise.all([
    recalled.delivered(),
    scope.observe([
      { id: `own-${i}-a`, text: question },
      { id: `own-${i}-b`, role: "assistant", text: `You said: ${question} 好的 🎉` },
    ]),
  ]);
  return { recall: between - begun, observe: performance.now() - between };
}

function ask(url: string, content: string): Promise<Taken> {
  const body = JSON.stringify({ model: "m", stream: true, messages: [{ role: "user", content }] });
  const headers = { "content-type": "application/json", "x-memoir-user": "alice" };
  const begun = performance.now();
  return new Promise((resolve, reject) => {
    const sent = request(`${url}${PATH}`, { method: "POST", headers }, (answer) => {
      let first = 0;
      answer.on("data", () => {
        first ||= performance.now() - begun;
      });
      answer.once("end", () => resolve({ first, all: performance.now() - begun }));
    });
    sent.once("error", reject).end(body);
  });
}

function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(share * values.length)] ?? Number.NaN;
}
