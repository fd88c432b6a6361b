import { expect, it } from "vitest";
import { MemoirError } from "../domain/errors.ts";
import { reasonOf } from "./run-job.ts";

it.each([
  [new MemoirError("conflict", "Memory 12 is at revision 3."), "conflict: Memory 12 is at revision 3."],
  [new MemoirError("conflict", 'got "Alice is \\"allergic\\" to nuts" here'), 'conflict: got "…" here'],
  [new MemoirError("conflict", 'got "Alice is allergic to n…'), 'conflict: got "…"'],
  [new MemoirError("internal", "x".repeat(1_000)), `internal: ${"x".repeat(290)}`],
  ["Alice is allergic", "a thrown string"],
  [undefined, "a thrown undefined"],
])("C18: tells case %# without its quotations", (error, reason) => {
  expect(reasonOf(error)).toBe(reason);
});

it("C18: tells a foreign error's kind, code and place, never its message", () => {
  const error = Object.assign(new TypeError("Alice is allergic\n    to nuts (secret.ts:1:1)"), {
    code: "ECONNRESET",
  });
  expect(reasonOf(error)).toMatch(/^TypeError \(ECONNRESET\) at run-job\.test\.ts:\d+:\d+$/);
});
