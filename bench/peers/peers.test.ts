import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { UsageError } from "../options.ts";
import { byMessages, byWords } from "./judge.ts";
import { commandOf, peersOptions, SETS, SIZES } from "./options.ts";
import { type Line, type Recalled, tokensOf, withinBudget } from "./peer.ts";
import { comparisonPicture } from "./picture.ts";
import type { Row } from "./report.ts";
import { peers } from "./run.ts";
import { serveFacts } from "./scripted-server.ts";
import { sizeSet } from "./sets/people.ts";

const line = (text: string, ...sources: string[]): Line => ({ text, sources });
const recalled = (...lines: Line[]): Recalled => ({ lines, tokens: tokensOf(lines), searches: 1 });

describe("withinBudget", () => {
  it("takes the best lines that fit, and passes over one that does not", () => {
    const lines = [line("short"), line("x".repeat(400)), line("also short")];
    expect(withinBudget(lines, 20).lines.map(({ text }) => text)).toEqual(["short", "also short"]);
  });

  it("never shows more than the budget, in Chinese neither", () => {
    const lines = Array.from({ length: 50 }, (_, i) => line(`第${i}天我去了杭州`));
    const { tokens, lines: shown } = withinBudget(lines, 100);
    expect(tokens).toBeLessThanOrEqual(100);
    expect(shown.length).toBeGreaterThan(5);
  });
});

describe("byMessages", () => {
  const judge = byMessages(new Set(["b", "c"]), [["a", "b"]]);

  it("wants every message that answers, whichever line shows it", () => {
    expect(judge(recalled(line("b and c", "b", "c"))).answered).toBe(true);
    expect(judge(recalled(line("b", "b"))).answered).toBe(false);
  });

  it("counts lines that do not answer, except those of every prompt", () => {
    const always = { ...line("wishes", "w"), always: true };
    expect(judge(recalled(line("b", "b"), line("x", "x"), always)).noise).toBe(1);
  });

  it("counts a replaced message as stale unless its successor is shown", () => {
    expect(judge(recalled(line("old", "a"))).stale).toBe(1);
    expect(judge(recalled(line("old", "a"), line("new", "b"))).stale).toBe(0);
  });
});

describe("byWords", () => {
  const judge = byWords({ q: "where do i live?", want: ["bath"], avoid: ["leeds"], relevant: ["bath|flat"] });

  it("tells an answer from an answer beside something that is no longer true", () => {
    expect(judge(recalled(line("I live in Bath")))).toEqual({
      answered: true,
      held: true,
      noise: 0,
      stale: 0,
    });
    expect(judge(recalled(line("I live in Bath"), line("I live in Leeds")))).toEqual({
      ...{ answered: false, held: true },
      ...{ noise: 1, stale: 1 },
    });
  });
});

describe("serveFacts", () => {
  it("answers mem0's request with the facts of its new messages alone", async () => {
    const facts: Readonly<Record<string, string>> = {
      "user: i have a dog": "She has a dog.",
      "user: old": "Old.",
    };
    const server = await serveFacts((text) => (facts[text] === undefined ? [] : [facts[text]]));
    const content =
      "## Last k Messages\nuser: old\n\n## New Messages\nuser: hi\nuser: i have a dog\n\n## Current Date\nx";
    const response = await fetch(`${server.url}/chat/completions`, {
      method: "POST",
      body: JSON.stringify({ messages: [{ role: "user", content }] }),
    });
    const answer = (await response.json()) as { choices: { message: { content: string } }[] };
    expect(JSON.parse(answer.choices[0]!.message.content)).toEqual({
      memory: [{ id: "0", text: "She has a dog." }],
    });
    expect(server.calls()).toBe(1);
    await server.close();
  });
});

describe("sizeSet", () => {
  it("spreads one person's sittings among as many others as are asked for", () => {
    const { conversations } = sizeSet(300, 5);
    const told = conversations[0]!.pieces.flat();
    const own = told.flatMap(({ id }, i) => (id.startsWith("enT-03 ") ? [i] : []));
    expect(told).toHaveLength(300);
    expect(new Set(told.map(({ id }) => id)).size).toBe(300);
    expect(own).toHaveLength(96);
    // Six lines of a sitting stay together, and sittings are spread from the beginning to the end.
    expect(own[5]! - own[0]!).toBe(5);
    expect(own[6]! - own[5]!).toBeGreaterThan(6);
    expect(own.at(-1)).toBeGreaterThan(270);
  });
});

describe("peersOptions", () => {
  const ids = ["plain", "memoir"];

  it("compares everybody on everything by default", () => {
    expect(peersOptions([], ids)).toMatchObject({ only: [...SETS], peers: ids, sizes: SIZES, full: false });
  });

  it.each([
    [["--only", "nothing"], "--only"],
    [["--peers", "nobody"], "--peers"],
    [["--sizes", "50"], "--sizes"],
    [["--budget", "none"], "--budget"],
  ])("refuses %j", (args, said) => {
    expect(() => peersOptions(args, ids)).toThrow(UsageError);
    expect(() => peersOptions(args, ids)).toThrow(said);
  });

  it("names the command without folders of this machine", () => {
    const options = peersOptions(
      ["--data", "/somewhere", "--sizes", "100", "--peers", "plain", "--save"],
      ids,
    );
    expect(commandOf(options, ids.length)).toBe(
      "npm run bench peers -- --data FOLDER --peers plain --sizes 100",
    );
  });
});

describe("peers", () => {
  const cache = mkdtempSync(join(tmpdir(), "memoir-peers-"));
  afterAll(() => rmSync(cache, { recursive: true, force: true }));

  it("compares what needs no package, with the local models and the conversations of the checkout", async () => {
    const resume = join(cache, "rows.json");
    const args = ["--only", "read", "--peers", "plain,history,last", "--cache", cache, "--resume", resume];
    const { document, lines } = await peers(args);
    const [plain, history, last] = document.rows.map(({ figures }) => figures!);
    expect(document.rows.map(({ problem }) => problem)).toEqual([null, null, null]);
    // The whole conversation holds nearly every answer (one takes a conclusion); a part of it holds fewer.
    expect(history!.held).toBeGreaterThan(0.95);
    expect(plain!.held).toBeGreaterThan(0.8);
    expect(last!.held).toBeLessThan(plain!.held);
    for (const { tokens } of [plain!, last!]) expect(tokens).toBeLessThanOrEqual(600);
    expect(history!.tokens).toBeGreaterThan(600);
    expect(plain!.bytes).toBeGreaterThan(history!.bytes);
    expect(lines.join("\n")).toContain("| plain vector store ");
    expect(comparisonPicture(document.rows)).toContain("full history, no budget");
    // A second run finds the rows of the first.
    expect((await peers(args)).document.rows).toEqual(document.rows);
  });

  it("says what it left out where there are no data", async () => {
    await expect(peers(["--only", "locomo", "--peers", "plain", "--cache", cache])).rejects.toThrow(
      "--data FOLDER",
    );
  });
});

describe("comparisonPicture", () => {
  it("draws a line for each peer whose cost was measured at several sizes", () => {
    const figures = { answered: 0.5, recallMs: 2 } as Row["figures"];
    const row = (peer: string, size: number): Row => ({
      ...{ set: `size-${size}`, title: `${size} memories`, size, budget: 600, peer, name: peer },
      ...{ costOnly: false, figures, problem: null, load: 0 },
    });
    const svg = comparisonPicture(["plain", "memoir"].flatMap((peer) => [row(peer, 100), row(peer, 1_000)]));
    expect(svg.match(/<polyline/g)).toHaveLength(2);
    expect(svg).not.toContain("NaN");
  });
});
