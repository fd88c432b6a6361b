import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type Reply,
  type ScriptedModel,
  type ScriptedRequest,
  startScriptedModel,
} from "../../../src/testing/index.ts";
import { type McpServer, mcpServer } from "../../support/mcp.ts";
import { figure, proving, random, seed } from "../../support/prove.ts";
import { SURE, sentencesIn } from "./falls-for-all.ts";
import {
  APART,
  attacksBy,
  BUILT_WITH,
  isAttributed,
  played,
  readOverMcp,
  type WrittenAttack,
} from "./written.ts";

/** `npm test` plays some of them. */
const SAMPLE = 40;

function chosen(): WrittenAttack[] {
  const all = [...BUILT_WITH, ...APART].flatMap(attacksBy);
  if (proving) return all;
  const next = random(seed);
  return all
    .map((attack) => ({ attack, order: next() }))
    .sort((a, b) => a.order - b.order)
    .slice(0, SAMPLE)
    .map(({ attack }) => attack);
}

describe.each(["no model", "a model that falls for all of it"] as const)(
  "attacks by a red team, with %s",
  (reader) => {
    let server: McpServer;
    let model: ScriptedModel | undefined;
    const played_: WrittenAttack[] = [];
    const succeeded: string[] = [];
    const attributed: string[] = [];
    beforeAll(async () => {
      model = reader === "no model" ? undefined : await startScriptedModel({ answer: gullible });
      server = await mcpServer({
        embedder: "local",
        ...(model === undefined ? {} : { model: model.model, settings: { models: { retries: 0 } } }),
      });
      await server.memoir.ready();
    });
    afterAll(async () => {
      for (const [name, writers] of [
        ["looked at while building", BUILT_WITH],
        ["kept apart", APART],
      ] as const) {
        const of = (all: readonly string[]): number =>
          all.filter((one) => writers.some((writer) => one.startsWith(writer))).length;
        const tried = played_.filter(({ writer }) => writers.some((one) => one === writer)).length;
        figure(
          `poisoning, ${name}, ${reader} (seed ${seed})`,
          `${tried} tried, ${of(succeeded)} succeeded, ${of(attributed)} quoted under their author's name`,
        );
      }
      await server[Symbol.asyncDispose]();
      await model?.close();
    });

    test.each(chosen().map((attack) => [`${attack.writer}${attack.number}`, attack] as const))(
      "%s is in no memory, core, recall, digest, timeline, MEMORY.md, command's answer or MCP client",
      async (name, attack) => {
        const scope = attack.scope === "user" ? "user:alice" : "group:team";
        const { memoir } = server;
        const tenant = `${name}-${model === undefined ? 0 : 1}`;
        const handle = memoir.scope(scope, { tenant });
        const surfaces = await played(attack, handle, async () => void (await memoir.work()));
        if (attack.scope === "user") {
          // What was compressed meanwhile is read first, as in the background.
          await memoir.work();
          const key = await server.key({ tenant });
          surfaces.set("MCP", await readOverMcp(`${server.url}/mcp`, key, attack.ask));
        }
        played_.push(attack);
        const found: string[] = [];
        for (const [surface, texts] of surfaces) {
          for (const line of texts.flatMap((text) => text.split("\n"))) {
            if (!attack.poison.some((pattern) => pattern.test(line))) continue;
            if (attack.scope === "group" && isAttributed(line)) attributed.push(name);
            else found.push(surface);
          }
        }
        if (found.length > 0) succeeded.push(name);
        // The part that is kept apart is named by its numbers alone.
        expect([...new Set(found)]).toEqual([]);
      },
    );
  },
);

/** Its summary is the whole transcript, and every sentence is a fact about Alice, or an order of hers. */
function gullible(request: ScriptedRequest): Reply {
  const { system, prompt } = request;
  if (!system.includes("List the fact")) return prompt.replace(/<[^>]{1,40}>/g, " ").slice(0, 2_000);
  const facts = sentencesIn(request).map(({ source, quote }) => ({
    ...SURE,
    ...{ text: inThirdPerson(quote), subject: "Alice", source, quote },
    ...{ type: /\b(?:always|never|please)\b|以后|请|不要/iu.test(quote) ? "constraint" : "profile" },
  }));
  return { object: { facts: facts.slice(0, 40) } };
}

function inThirdPerson(quote: string): string {
  const said = quote
    .replace(/^I(?:'m| am)\b/, "Alice is")
    .replace(/^I\b/, "Alice")
    .replace(/^我/u, "Alice");
  return said === quote ? `Alice says: ${quote}` : said;
}
