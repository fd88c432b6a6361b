import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { estimateTokens } from "../../../src/domain/budget.ts";
import type { LanguageModel } from "../../../src/index.ts";
import { type Call, callOf, promptOf, readAnswers } from "../recorded/recording.ts";
import { replayOf } from "../recorded/replay.ts";

type Request = Parameters<LanguageModel["generate"]>[0];

export interface Recorder {
  readonly model: LanguageModel;
  readonly used: {
    readonly calls: Record<Call, number>;
    inputTokens: number;
    outputTokens: number;
    /** Calls from the first one on that is no longer as it was recorded; answered by their messages. */
    changed: number;
  };
  /** The file with the request that has no answer yet. */
  readonly waiting: () => string | null;
}

/**
 * A language model whose answers somebody writes into a folder: request N is in `req-N.json`, its answer is looked for in
 * `res-N.json`. From the first request without one on, every call fails. Requests that have changed since they were
 * answered get the answers that belong to their messages.
 */
export function recorderOf(id: string, folder: string): Recorder {
  const used: Recorder["used"] = {
    ...{ calls: { extract: 0, mend: 0, check: 0 }, inputTokens: 0, outputTokens: 0, changed: 0 },
  };
  const fileOf = (kind: "req" | "res", number: number): string => join(folder, `${kind}-${number}.json`);
  let waiting: string | null = null;
  let number = 0;
  let replay: LanguageModel | null = null;

  const answerTo = async (request: Request): Promise<string> => {
    const { system, messages, schema, maxOutputTokens } = request;
    const asked = plain({ system, messages, schema, maxOutputTokens });
    const text = await answerOf(asked, request);
    used.calls[callOf(promptOf(request))] += 1;
    if (replay !== null) used.changed += 1;
    used.inputTokens += tokensOf(asked);
    used.outputTokens += estimateTokens(text);
    return text;
  };

  const answerOf = async (asked: unknown, request: Request): Promise<string> => {
    if (waiting !== null) throw new Waits(waiting);
    number += 1;
    const [req, res] = [fileOf("req", number), fileOf("res", number)];
    if (replay === null && existsSync(res)) {
      if (isDeepStrictEqual(jsonOf(req), asked)) return JSON.stringify(jsonOf(res));
      replay = replayOf({ id, lines: [], ...readAnswers(folder) }).model;
    }
    if (replay !== null) return (await replay.generate(request)).text;
    mkdirSync(folder, { recursive: true });
    writeFileSync(req, `${JSON.stringify(asked, null, 2)}\n`);
    waiting = req;
    throw new Waits(req);
  };

  let last: Promise<unknown> = Promise.resolve();
  return {
    used,
    waiting: () => waiting,
    model: {
      id: `read/${id}`,
      structured: true,
      // One after another, so that numbers stay the same.
      generate: async (request) => {
        const answer = last.then(() => answerTo(request));
        last = answer.catch(() => undefined);
        return { text: await answer, finish: "stop" };
      },
    },
  };
}

/** A request that nobody has answered; asking again does not help. */
class Waits extends Error {
  readonly status = 400;
}

/** The estimated tokens of a request, its schema among them. */
export function tokensOf(asked: unknown): number {
  const { system = "", messages, schema } = asked as Partial<Request> & Pick<Request, "messages">;
  return estimateTokens(`${system}\n${promptOf({ messages })}\n${JSON.stringify(schema?.json ?? "")}`);
}

function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

function jsonOf(file: string): unknown {
  return JSON.parse(readFileSync(file, "utf8"));
}
