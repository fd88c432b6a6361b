import { describe, expect, it } from "vitest";
import { databaseFile, scopeFromFlags } from "./open.ts";

describe("the scope of a command", () => {
  it.each([
    [{}, {}, { kind: "user", id: "me" }],
    [{}, { MEMOIR_USER: "alice" }, { kind: "user", id: "alice" }],
    [{}, { MEMOIR_GROUP: "g" }, { kind: "group", id: "g" }],
    [{}, { MEMOIR_USER: "", MEMOIR_PROJECT: "p" }, { kind: "project", id: "p" }],
    [{ user: "bob" }, { MEMOIR_USER: "alice", MEMOIR_GROUP: "g" }, { kind: "user", id: "bob" }],
    [{ group: "discord/42" }, {}, { kind: "group", id: "discord/42" }],
    [{ global: true }, { MEMOIR_USER: "alice" }, { kind: "global" }],
  ])("%j %j", (flags, env, expected) => {
    expect(scopeFromFlags(flags, env)).toEqual(expected);
  });

  it.each([
    [{ user: "a", group: "b" }, {}, /--user and --group name several scopes/],
    [{ project: "a", global: true }, {}, /--project and --global/],
    [{}, { MEMOIR_USER: "a", MEMOIR_GROUP: "b" }, /MEMOIR_USER and MEMOIR_GROUP/],
  ])("refuses %j %j", (flags, env, message) => {
    expect(() => scopeFromFlags(flags, env)).toThrow(message);
  });
});

it.each([
  ["./memoir.db", "/home/me/memoir.db"],
  ["/data/m.db", "/data/m.db"],
  [":memory:", null],
  ["postgres://u:p@h/d", null],
])("the file of %s", (database, expected) => {
  expect(databaseFile(database, "/home/me")).toBe(expected);
});
