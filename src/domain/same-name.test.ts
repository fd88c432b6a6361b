import { expect, test } from "vitest";
import { isOwn, sameName } from "./same-name.ts";

test.each([
  ["Alice", "alice", true],
  [" ALICE ", "alice", true],
  ["Ｌｉ", "li", true],
  ["小明", "小明", true],
  ["alice", "alicia", false],
])("%j and %j are written alike: %j", (a, b, same) => expect(sameName(a, b)).toBe(same));

test.each([
  ["alice", "alice", true],
  ["alice's brother", "alice", true],
  ["4170938's 妹妹", "4170938", true],
  ["Alice", "alice", false],
  ["alice", "ALICE ", false],
  ["ａlice", "alice", false],
  ["alice ", "alice", false],
  ["Alice's brother", "alice", false],
  ["bob's brother", "alice", false],
  ["alicebob", "alice", false],
])("R326: %j is of %j: %j", (subject, actor, own) => expect(isOwn(subject, actor)).toBe(own));
