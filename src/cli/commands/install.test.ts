import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { parse as parseJsonc } from "jsonc-parser";
import { parse as parseToml } from "smol-toml";
import { describe, expect, it } from "vitest";
import { useRunner } from "../runner.fixture.ts";
import { CLIENTS, type McpClient } from "./install.ts";

interface Installed {
  readonly file: string;
  readonly changed: boolean;
  readonly written: boolean;
  readonly backup: string | null;
  readonly diff: readonly string[];
}

type Entry = { type?: string; command: string; args: string[]; env?: Record<string, string> };

const cli = useRunner();
const around = (): { env: Record<string, string> } => ({
  env: { HOME: cli.cwd, XDG_CONFIG_HOME: join(cli.cwd, ".config") },
});
const install = (...args: string[]): Promise<Installed> => cli.json(["install", ...args], around());
const fileOf = (client: McpClient): string => client.file({ env: around().env, platform: process.platform });
const named = (name: string): McpClient => CLIENTS.find((one) => one.name === name)!;
const write = (client: McpClient, text: string): string => {
  const file = fileOf(client);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
};
const entryIn = ({ format }: McpClient, text: string): Entry => {
  const all = (format.kind === "toml" ? parseToml(text) : parseJsonc(text)) as Record<
    string,
    Record<string, Entry>
  >;
  return all[format.under]!.memoir!;
};

describe.each(CLIENTS.map((client) => [client.name, client] as const))(
  "memoir install %s",
  (name, client) => {
    it("writes the entry with whole paths; done again, it changes nothing", async () => {
      const first = await install(name, "--user", "alice");
      expect(first).toMatchObject({ file: fileOf(client), changed: true, written: true, backup: null });
      const text = readFileSync(first.file, "utf8");
      const entry = entryIn(client, text);
      expect(entry.command).toBe(process.execPath);
      expect(entry.args[0]).toMatch(/bin\/memoir\.js$/);
      expect(entry.args.slice(1)).toEqual([
        "mcp",
        ...["--database", join(cli.cwd, "memoir.db"), "--embedder", "none", "--user", "alice"],
      ]);
      expect(entry.type).toBe(client.format.kind === "json" && client.format.typed ? "stdio" : undefined);
      const before = readdirSync(dirname(first.file));
      expect(await install(name, "--user", "alice")).toMatchObject({
        changed: false,
        written: false,
        backup: null,
        diff: [],
      });
      expect(readFileSync(first.file, "utf8")).toBe(text);
      expect(readdirSync(dirname(first.file))).toEqual(before);
    });

    it("changes the entry alone, keeps a copy of the file as it was, and shows the difference", async () => {
      const others =
        client.format.kind === "toml"
          ? '# mine\nmodel = "o9"\n\n[mcp_servers.other]\ncommand = "x" # why\n\n[profiles.a]\nlevel = 3\n'
          : `{\n    "theme": "dark",\n    "${client.format.under}": {\n        "other": { "command": "x" }\n    }\n}\n`;
      const file = write(client, others);
      chmodSync(file, 0o640);
      const { backup, diff } = await install(name);
      expect(readFileSync(backup!, "utf8")).toBe(others);
      expect(statSync(file).mode & 0o777).toBe(0o640);
      expect(diff.some((line) => line.startsWith("+") && line.includes("memoir"))).toBe(true);
      const text = readFileSync(file, "utf8");
      for (const line of others.split("\n").filter((one) => /mine|theme|other|o9|why|level/.test(one))) {
        expect(text).toContain(line.replace(/ \}$/, ""));
      }
      const again = await install(name, "--user", "bob");
      expect(again.backup).not.toBe(backup);
      const changed = entryIn(client, readFileSync(file, "utf8"));
      expect(changed.args.slice(-2)).toEqual(["--user", "bob"]);
      expect(again.diff.filter((line) => /^[+-]/.test(line)).length).toBeGreaterThan(0);
    });

    it("--dry-run shows it and writes nothing", async () => {
      expect(await install(name, "--dry-run")).toMatchObject({ changed: true, written: false, backup: null });
      expect(existsSync(fileOf(client))).toBe(false);
      const { out } = await cli.memoir(["install", name, "--dry-run"], around());
      expect(out).toMatch(/\+ [\s\S]*memoir\.js[\s\S]*Nothing was changed/);
    });

    it.each([
      "{ not json",
      "[1, 2",
      "= 3",
      '{"mcpServers": 1, "servers": [], "x": }',
      "\u0000",
      "[mcp_servers\nx",
    ])("refuses a broken file and leaves it as it is: %j", async (text) => {
      const file = write(client, text);
      const { code, out, err } = await cli.memoir(["install", name, "--json"], around());
      expect([code, out]).toEqual([3, ""]);
      expect(JSON.parse(err)).toMatchObject({
        error: { code: "conflict", message: expect.stringContaining(file) },
      });
      expect(readFileSync(file, "utf8")).toBe(text);
      expect(readdirSync(dirname(file)).filter((one) => one.includes("bak") || one.includes("tmp"))).toEqual(
        [],
      );
    });

    it("a server's key is written, and shown nowhere", async () => {
      const key = `mk_${"a1".repeat(20)}`;
      const { out } = await cli.memoir(
        ["install", name, "--server", "http://127.0.0.1:1", "--api-key", key],
        around(),
      );
      expect(out).not.toContain(key);
      expect(entryIn(client, readFileSync(fileOf(client), "utf8"))).toMatchObject({
        args: expect.arrayContaining(["--server", "http://127.0.0.1:1"]),
        env: { MEMOIR_KEY: key },
      });
      expect(statSync(fileOf(client)).mode & 0o777).toBe(0o600);
    });
  },
);

it("keeps comments, trailing commas, tabs, CRLF and a byte order mark where the client takes them", async () => {
  const text =
    '\ufeff{\r\n\t// mine\r\n\t"servers": {\r\n\t\t"other": { "command": "x", }, // last\r\n\t},\r\n}\r\n';
  const file = write(named("vscode"), text);
  await install("vscode");
  const after = readFileSync(file, "utf8");
  expect(after.startsWith("\ufeff{\r\n\t// mine\r\n")).toBe(true);
  expect(after).toContain('"other": { "command": "x", }, // last');
  expect(after.replaceAll("\r\n", "")).not.toContain("\n");
  expect(after).toMatch(/\t\t"memoir": \{\r\n\t\t\t"type": "stdio"/);
});

it("a comment where the client takes none is a broken file", async () => {
  write(named("claude-desktop"), '{ // no\n "mcpServers": {} }');
  const { code } = await cli.memoir(["install", "claude-desktop"], around());
  expect(code).toBe(3);
});

it("a key that stands there twice is not guessed at", async () => {
  const text = '{ "mcpServers": {}, "mcpServers": { "a": {} } }';
  const file = write(named("cursor"), text);
  expect((await cli.memoir(["install", "cursor"], around())).code).toBe(3);
  expect(readFileSync(file, "utf8")).toBe(text);
});

it("in TOML, a table of another form is left alone, and comments of the next table stay", async () => {
  const inline = 'mcp_servers = { memoir = { command = "x" } }\n';
  const file = write(named("codex"), inline);
  expect((await cli.memoir(["install", "codex"], around())).code).toBe(3);
  expect(readFileSync(file, "utf8")).toBe(inline);
  writeFileSync(
    file,
    '[mcp_servers.memoir]\ncommand = "old"\n[mcp_servers.memoir.env]\nA = "b"\n\n# next\n[z]\nx = 1\n',
  );
  await install("codex");
  const after = readFileSync(file, "utf8");
  expect(after).toMatch(/^# next\n\[z\]\nx = 1\n\n\[mcp_servers\.memoir\]\n/);
  expect(after).not.toContain("old");
});

it("--here writes into the folder; a client without such a file says so", async () => {
  expect((await install("cursor", "--here")).file).toBe(join(cli.cwd, ".cursor/mcp.json"));
  expect((await install("claude-code", "--here")).file).toBe(join(cli.cwd, ".mcp.json"));
  expect((await install("vscode", "--here")).file).toBe(join(cli.cwd, ".vscode/mcp.json"));
  expect((await cli.memoir(["install", "codex", "--here"], around())).code).toBe(2);
});

it("a link stays a link", async () => {
  writeFileSync(join(cli.cwd, "real.json"), "{}\n");
  mkdirSync(join(cli.cwd, ".cursor"));
  symlinkSync("../real.json", join(cli.cwd, ".cursor/mcp.json"));
  await install("cursor");
  expect(readFileSync(join(cli.cwd, "real.json"), "utf8")).toContain("memoir");
});

it("the password of a database is written where no list of processes shows it; :memory: is refused", async () => {
  const database = "postgres://me:secret@db/memoir";
  const { out } = await cli.memoir(["install", "cursor", "--database", database], around());
  expect(out).not.toContain("secret");
  const entry = entryIn(named("cursor"), readFileSync(fileOf(named("cursor")), "utf8"));
  expect(entry.env).toEqual({ MEMOIR_DATABASE: database });
  expect(entry.args.join(" ")).not.toContain("secret");
  expect((await cli.memoir(["install", "cursor", "--database", ":memory:"], around())).code).toBe(2);
  expect((await cli.memoir(["install", "emacs"], around())).code).toBe(2);
});
