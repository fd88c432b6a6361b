import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ASKED, CONSTANT_PATH, RECALL_PATH, SCOPES } from "./http/asked.ts";
import type { FromServer, ToServer } from "./http/messages.ts";
import { type Corpus, givenVectors } from "./speed/corpus.ts";
import { fill } from "./speed/database.ts";
import { type Figure, median } from "./support.ts";

const BAR = 1.5;
const ROUNDS = 15;
/** Requests, or recalls, that are measured together. */
const TOGETHER = 256;
const CONNECTIONS = 8;

/**
 * What the door costs a recall, in CPU of the server's process: a recall over HTTP ÷ (a route of the same app that
 * checks the same and answers with a constant of the same size + the engine's own recall). The load comes from here,
 * another process.
 */
export async function http(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), "memoir-bench-"));
  const file = join(folder, "memoir.db");
  try {
    const scopes = SCOPES.map((one) => ({ ...one, as: "memories" as const }));
    await fill(file, givenVectors(SCOPES.map(({ corpus }) => corpus)), scopes);
    const server = await startServer(file);
    try {
      const figures: Figure[] = [];
      for (const { scope, corpus } of SCOPES) figures.push(await measure(server, scope, corpus));
      return figures;
    } finally {
      await server.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(server: Server, scope: string, corpus: Corpus): Promise<Figure> {
  const questions = Array.from(
    { length: TOGETHER },
    (_, i) => corpus.questions[i % corpus.questions.length]!.text,
  );
  const bodies = questions.map((query) => JSON.stringify({ scope, query, ...ASKED }));
  const answers = await server.post(RECALL_PATH, bodies);
  const usual = answers.toSorted((a, b) => a.length - b.length)[Math.floor(answers.length / 2)]!;
  server.answerWith(JSON.parse(usual));

  const spent = { recall: [] as number[], constant: [] as number[], engine: [] as number[] };
  // The first rounds compile.
  for (let round = -3; round < ROUNDS; round++) {
    const recall = await server.cpuOf(() => server.post(RECALL_PATH, bodies));
    const constant = await server.cpuOf(() => server.post(CONSTANT_PATH, bodies));
    const engine = await server.recalls(scope, questions);
    if (round < 0) continue;
    spent.recall.push(recall / TOGETHER);
    spent.constant.push(constant / TOGETHER);
    spent.engine.push(engine / TOGETHER);
  }
  const [recall, constant, engine] = [median(spent.recall), median(spent.constant), median(spent.engine)];
  const micros = (value: number): string => `${Math.round(value)} µs`;
  return {
    name: `HTTP recall from ${corpus.texts.length} memories ÷ (constant answer + the engine's recall), server's CPU`,
    ratio: recall / (constant + engine),
    bar: BAR,
    detail: `${micros(recall)} against ${micros(constant)} + ${micros(engine)}; answers of ${(usual.length / 1_024).toFixed(1)} kB`,
  };
}

interface Server {
  /** All of them, some at a time; gives the answers. */
  post(path: string, bodies: readonly string[]): Promise<string[]>;
  /** The constant, from now on. */
  answerWith(answer: unknown): void;
  /** Microseconds of the server's CPU while this is under way. */
  cpuOf(work: () => Promise<unknown>): Promise<number>;
  /** Microseconds of its CPU for recalls without a door. */
  recalls(scope: string, questions: readonly string[]): Promise<number>;
  stop(): Promise<void>;
}

async function startServer(file: string): Promise<Server> {
  const child = fork(new URL("./http/server.ts", import.meta.url), [file], {
    execArgv: ["--disable-warning=ExperimentalWarning"],
  });
  const opened = await heard(child);
  if (opened.kind !== "open") throw new Error("The server did not open.");
  const { url, key } = opened;
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const ask = async (message: ToServer): Promise<number> => {
    child.send(message);
    const told = await heard(child);
    if (told.kind !== "cpu") throw new Error("The server did not say what it used.");
    return told.micros;
  };
  return {
    post: (path, bodies) => Promise.all(bodies.map((body) => post(`${url}${path}`, body, agent, headers))),
    answerWith: (answer) => void child.send({ kind: "constant", answer } satisfies ToServer),
    async cpuOf(work) {
      const before = await ask({ kind: "cpu" });
      await work();
      return (await ask({ kind: "cpu" })) - before;
    },
    recalls: (scope, questions) => ask({ kind: "recalls", scope, questions }),
    async stop() {
      agent.destroy();
      child.disconnect();
      if (child.exitCode === null) await once(child, "exit");
    },
  };
}

/** Its next word; it answers each of ours with one. */
async function heard(child: ChildProcess): Promise<FromServer> {
  const over = new AbortController();
  const { signal } = over;
  const gone = once(child, "exit", { signal }).then(([code]) => {
    throw new Error(`The server ended with ${code}.`);
  });
  try {
    const [message] = await Promise.race([once(child, "message", { signal }), gone]);
    return message as FromServer;
  } finally {
    gone.catch(() => undefined);
    over.abort();
  }
}

function post(url: string, body: string, agent: Agent, headers: Record<string, string>): Promise<string> {
  return new Promise((resolve, reject) => {
    const length = { "content-length": Buffer.byteLength(body) };
    const sent = request(url, { method: "POST", agent, headers: { ...headers, ...length } }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part: string) => {
        text += part;
      });
      response.once("end", () => {
        if (response.statusCode === 200) resolve(text);
        else reject(new Error(`${url}: ${response.statusCode} ${text}`));
      });
    });
    sent.once("error", reject);
    sent.end(body);
  });
}
