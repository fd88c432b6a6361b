import { PassThrough } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { expect, it } from "vitest";
import type { Io } from "../io.ts";
import { readTyped, type Typed } from "./typed.ts";

interface Desk {
  typed: Typed;
  type(text: string): Promise<void>;
  end(): Promise<void>;
  /** The output since the last check. */
  seen(): string;
  interrupt: AbortController;
}

function desk({ terminal, prompt = "> " }: { terminal: boolean; prompt?: string | null }): Desk {
  const stdin = new PassThrough();
  const stdout = new PassThrough();
  const tty = terminal ? { isTTY: true, columns: 40 } : {};
  const interrupt = new AbortController();
  const io: Io = {
    stdin: Object.assign(stdin, tty),
    stdout: Object.assign(stdout, tty),
    stderr: stdout,
    env: {},
    cwd: "/",
    self: "memoir",
    signal: interrupt.signal,
    terminated: () => interrupt.signal,
  };
  let printed = "";
  stdout.on("data", (chunk) => {
    printed += String(chunk);
  });
  const settled = async (): Promise<void> => {
    for (let i = 0; i < 5; i += 1) await setImmediate();
  };
  return {
    typed: readTyped(io, prompt),
    interrupt,
    async type(text) {
      stdin.write(text);
      await settled();
    },
    async end() {
      stdin.end();
      await settled();
    },
    seen() {
      const text = printed;
      printed = "";
      return text;
    },
  };
}

it("gives the lines of a pipe one by one, as a script of the talk", async () => {
  const { typed, type, end, seen } = desk({ terminal: false });
  await type("one\n二\nthree");
  expect([await typed.next(), await typed.next()]).toEqual(["one", "二"]);
  typed.say(["said"]);
  await end();
  expect([await typed.next(), await typed.next()]).toEqual(["three", null]);
  expect([seen(), typed.interactive]).toEqual(["> one\n> 二\nsaid\n> three\n", false]);
});

it("prints no prompt where a program reads", async () => {
  const { typed, type, seen } = desk({ terminal: true, prompt: null });
  await type("one\n");
  expect(await typed.next()).toBe("one");
  expect(seen()).toBe("");
});

it("on a terminal what is half typed stays below what is said meanwhile", async () => {
  const { typed, type, seen } = desk({ terminal: true });
  const line = typed.next();
  await type("half");
  seen();
  typed.say(["news"]);
  const after = seen();
  expect(after.indexOf("news\n")).toBeGreaterThan(after.indexOf("\u001b[0J"));
  expect(after.lastIndexOf("> half")).toBeGreaterThan(after.indexOf("news\n"));
  await type(" done\r");
  expect(await line).toBe("half done");
  typed.close();
});

it("on a terminal a long line that wraps does not eat what is said", async () => {
  const { typed, type, seen } = desk({ terminal: true });
  const line = typed.next();
  // The second piece goes in before the last letter, for which readline draws all three rows.
  await type("x".repeat(100));
  await type("\u001b[Dy");
  seen();
  typed.say(["news"]);
  const after = seen();
  const below = after.slice(after.indexOf("news\n") + 5);
  expect(below).toContain("> xxx");
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a step up is what must not be there.
  expect(below.slice(0, below.indexOf(">"))).not.toMatch(/\u001b\[\d+A/);
  await type("\r");
  expect(await line).toHaveLength(101);
  typed.close();
});

it("on a terminal what is typed between two prompts is shown with the next one", async () => {
  const { typed, type, seen } = desk({ terminal: true });
  const first = typed.next();
  await type("one\r");
  expect(await first).toBe("one");
  seen();
  const long = "x".repeat(100);
  await type(`two\r${long}\u001b[Dy`);
  expect(seen()).toBe("");
  expect(await typed.next()).toBe("two");
  expect(seen()).toBe("> two\n");
  const third = typed.next();
  // From here on down: what was said above stays.
  expect(seen().startsWith("\u001b[1G\u001b[0J> x")).toBe(true);
  await type("\r");
  expect(await third).toHaveLength(101);
  typed.close();
});

it.each<[how: string, stop: (at: Desk) => Promise<void> | void]>([
  ["Ctrl-C", (at) => at.type("\u0003")],
  ["a signal", (at) => at.interrupt.abort()],
])("%s stops, also what has been typed already", async (_how, stop) => {
  const at = desk({ terminal: true });
  const first = at.typed.next();
  await at.type("one\r");
  expect(await first).toBe("one");
  await at.type("two\r");
  await stop(at);
  expect(at.typed.stopped.aborted).toBe(true);
  expect(await at.typed.next()).toBeNull();
});

it("Ctrl-D ends without stopping what is under way", async () => {
  const { typed, type, seen } = desk({ terminal: true });
  const line = typed.next();
  await type("\u0004");
  expect([await line, typed.stopped.aborted]).toEqual([null, false]);
  expect(seen().endsWith("\n")).toBe(true);
});
