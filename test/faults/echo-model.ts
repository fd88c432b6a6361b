import { setImmediate as turn } from "node:timers/promises";
import type { LanguageModel } from "../../src/index.ts";

/** The names of messages in a text: each message of these tests has its own. */
export function namesIn(text: string): string[] {
  return text.match(/\bm[0-9a-z]+x\b/g) ?? [];
}

/**
 * A model whose summary names every message that it was given, so that a test can say which entry holds which. It takes
 * some turns of the event loop, and now and then it fails, says nothing or is cut off.
 */
export function echoModel(next: () => number): LanguageModel {
  return {
    id: "test/echo",
    async generate({ messages, signal }) {
      for (let turns = Math.floor(next() * 6); turns > 0; turns -= 1) await turn();
      signal.throwIfAborted();
      const luck = next();
      if (luck < 0.15) throw Object.assign(new Error("not now"), { status: 400 });
      if (luck < 0.2) return { text: "", finish: "stop" };
      const text = `They spoke of ${namesIn(messages.at(-1)!.content).join(" ")}.`;
      return { text, finish: luck < 0.25 ? "length" : "stop" };
    },
  };
}
