import { expect, test } from "vitest";
import { isOwn, sameName } from "./same-name.ts";

test.each<[string | null, string | null, boolean]>([
  ["Alice", "alice", true],
  [" ALICE ", "alice", true],
  ["Ｌｉ", "li", true],
  ["小明", "小明", true],
  ["alice", "alicia", false],
  ["alice", null, false],
  [null, null, true],
])("C10: %j and %j are one subject: %j", (a, b, same) => expect(sameName(a, b)).toBe(same));

test.each([
  ["alice's brother", "Alice", true],
  ["Alice", "alice", true],
  ["bob's brother", "alice", false],
  ["alicebob", "alice", false],
])("C10: %j is of %j: %j", (subject, actor, own) => expect(isOwn(subject, actor)).toBe(own));
