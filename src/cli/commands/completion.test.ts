import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { beforeAll, describe, expect, it } from "vitest";
import { runIn } from "../runner.fixture.ts";

const there = (shell: string): boolean => spawnSync(shell, ["--version"]).status === 0;

/** By a name, so that nobody takes it for something to install. */
const FISH = "fish";

async function scriptFor(shell: string): Promise<string> {
  const { code, out } = await runIn(tmpdir(), ["completion", shell]);
  expect(code).toBe(0);
  return out;
}

/** [what was typed, what must be offered, what must not] */
const CASES: readonly [typed: readonly string[], offered: readonly string[], not: readonly string[]][] = [
  [[""], ["add", "keys", "policy", "help", "completion"], ["create", "--json", "list-all"]],
  [["re"], ["review"], ["add"]],
  [["--d"], ["--database"], ["--json"]],
  [
    ["keys", ""],
    ["list", "create", "revoke", "help"],
    ["add", "show"],
  ],
  [["keys", "cr"], ["create"], ["list"]],
  [["keys", "create", "bot", "--r"], ["--role"], ["--scope", "--reason"]],
  [["keys", "create", "bot", "--role", ""], ["read", "write", "operator"], ["list"]],
  [["--tenant", "keys", "policy", ""], ["show", "set", "diff", "rollback", "versions"], ["create"]],
  [["--json", "review", "approve", "--st"], ["--status"], ["--json"]],
  [["list", "--preset", ""], ["default", "supervisor"], ["list"]],
  [["list", "--u"], ["--user"], ["--limit"]],
  [["help", "po"], ["policy"], ["help"]],
  [["keys", "help", ""], ["create", "list", "revoke"], ["add"]],
  [["completion", ""], ["bash", "zsh", "fish"], ["add"]],
  [["show", ""], [], ["add", "list"]],
];

describe.skipIf(!there("bash"))("completion in bash", () => {
  let script = "";
  beforeAll(async () => {
    script = await scriptFor("bash");
  });

  const complete = (typed: readonly string[]): string[] => {
    const { stdout, stderr, status } = spawnSync(
      "bash",
      [
        "--norc",
        "-c",
        `set -u; eval "$(cat)"; COMP_WORDS=(memoir "$@"); COMP_CWORD=$#; _memoir; printf '%s\\n' "\${COMPREPLY[@]-}"`,
        "bash",
        ...typed,
      ],
      { input: script, encoding: "utf8" },
    );
    expect([status, stderr]).toEqual([0, ""]);
    return stdout.split("\n").filter((line) => line !== "");
  };

  it.each(CASES)("memoir %j", (typed, offered, not) => {
    const found = complete(typed);
    expect(found).toEqual(expect.arrayContaining([...offered]));
    expect(found.filter((word) => not.includes(word))).toEqual([]);
  });

  it("is bound to memoir, with files where nothing of ours fits", () => {
    const { stdout } = spawnSync("bash", ["--norc", "-c", 'eval "$(cat)"; complete -p memoir'], {
      input: script,
      encoding: "utf8",
    });
    expect(stdout.trim()).toBe("complete -o default -F _memoir memoir");
  });
});

it.skipIf(!there("zsh"))("zsh understands its script", async () => {
  const input = await scriptFor("zsh");
  const { status, stderr } = spawnSync("zsh", ["-f", "-n", "/dev/stdin"], { input, encoding: "utf8" });
  expect([status, stderr]).toEqual([0, ""]);
});

it.skipIf(!there(FISH))("fish offers what its script says", async () => {
  const input = `${await scriptFor("fish")}\ncomplete -C 'memoir keys create bot --role '\n`;
  const { status, stdout } = spawnSync(FISH, ["--no-config"], { input, encoding: "utf8" });
  expect(status).toBe(0);
  expect(stdout.split("\n").map((line) => line.split("\t")[0])).toEqual(
    expect.arrayContaining(["read", "write", "operator"]),
  );
});

it("every script knows every command, with what it is for", async () => {
  for (const shell of ["zsh", "fish"]) {
    const script = await scriptFor(shell);
    for (const word of ["keys create", "policy rollback", "review approve", "--database", "operator"])
      expect(script).toContain(word);
    expect(script).toContain("Make a key and show it, this once.");
  }
});

it("another shell is refused with those there are", async () => {
  const { code, err } = await runIn(tmpdir(), ["completion", "tcsh"]);
  expect([code, err]).toEqual([2, expect.stringContaining("Allowed choices are bash, zsh, fish")]);
});
