import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { parse as parseToml } from "smol-toml";
import { describe, expect, it } from "vitest";
import { runIn } from "../../../src/cli/runner.fixture.ts";
import { connected, httpTransport, mcpServer } from "../../support/mcp.ts";
import { environment, root, useProgram } from "../../support/program.ts";
import { shellWords } from "../../support/shell-words.ts";

const program = useProgram();
const page = readFileSync(join(root, "docs/mcp.md"), "utf8");
const blocks = (language: string): string[] =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, "gm"))].map(([, block]) =>
    block!.trim(),
  );

interface Started {
  readonly command: string;
  readonly args: readonly string[];
}

interface Entry extends Partial<Started> {
  readonly type?: string;
  readonly url?: string;
  readonly headers?: Record<string, string>;
}

/** The entry of a file, under the key of its client. */
function entryOf(file: unknown): [under: string, entry: Entry] {
  const [[under, servers] = expect.fail()] = Object.entries(file as Record<string, { memoir: Entry }>);
  return [under, servers.memoir];
}

const files = [
  ...blocks("json").map((text) => entryOf(JSON.parse(text))),
  ...blocks("toml").map((text) => entryOf(parseToml(text))),
];
const commands = blocks("sh");

/** The program that a line that adds a server would start. */
function startedBy(line: string): Started | null {
  const all = shellWords(line);
  const json = all[all.indexOf("--add-mcp") + 1];
  if (all.includes("--add-mcp")) return JSON.parse(json!) as Started;
  const at = all.indexOf("--");
  if (at < 0 || !/^(?:claude|codex) mcp add /.test(line)) return null;
  return { command: all[at + 1]!, args: all.slice(at + 2) };
}

describe("what docs/mcp.md tells people to write", () => {
  const started = [
    ...files.flatMap(([, { command, args }]) => (command === undefined ? [] : [{ command, args: args! }])),
    ...commands.flatMap((line) => startedBy(line) ?? []),
  ].map(({ command, args }) => ({ command, args }));

  it("starts a server that a client can use, in every file and every line alike", async () => {
    expect(started).toHaveLength(8);
    for (const one of started) expect(one).toEqual(started[0]);
    const [{ command, args } = expect.fail()] = started;
    expect(command).toBe("node");
    const client = new Client({ name: "test", version: "1.0.0" });
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: args.map((one) =>
          one
            .replace("/path/to/memoir/", root.replace(/\/?$/, "/"))
            .replace("/path/to/memoir.db", join(program.cwd, "a.db")),
        ),
        env: environment(),
      }),
    );
    expect((await client.listTools()).tools).toHaveLength(4);
    await client.close();
  });

  it("reaches a server over HTTP with a key for one scope", async () => {
    await using server = await mcpServer();
    const key = await server.key({ scopes: ["user:me"] });
    const remote = files.flatMap(([, { url, headers }]) =>
      url === undefined ? [] : [{ url, headers: headers! }],
    );
    expect(remote).toHaveLength(1);
    const line = commands.find((one) => one.includes("--transport http"))!;
    const all = shellWords(line);
    const places = [
      { url: remote[0]!.url, header: remote[0]!.headers.Authorization },
      {
        url: all.find((one) => one.startsWith("http://"))!,
        header: all.at(-1)!.replace("Authorization: ", ""),
      },
    ];
    for (const { url, header } of places) {
      expect(header).toMatch(/^Bearer \$\{?(?:env:)?MEMOIR_KEY\}?$/);
      await using one = await connected(
        httpTransport(url.replace("http://127.0.0.1:7411", server.url), key),
        { era: "2025" },
      );
      expect(one.client.getInstructions()).toContain("user:me");
    }
  });

  it.each(["claude-code", "claude-desktop", "cursor", "vscode", "codex"])(
    "has for %s the form that `memoir install` writes",
    async (client) => {
      const args = ["install", client, "--database", "a.db", "--json"];
      const { out } = await runIn(program.cwd, args, { env: { HOME: program.cwd } });
      const { file } = JSON.parse(out) as { file: string };
      const text = readFileSync(file, "utf8");
      const [under, entry] = entryOf(client === "codex" ? parseToml(text) : JSON.parse(text));
      const forms = files.map(([key, one]) => [key, one.type, ...Object.keys(one)].join());
      expect(forms).toContain([under, entry.type, ...Object.keys(entry)].join());
      expect(page).toContain(file.slice(file.lastIndexOf("/") + 1));
    },
  );
});
