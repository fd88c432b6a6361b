import { describe, expect, it } from "vitest";
import { ownerOf } from "../../domain/identity.ts";
import type { AuthorNames } from "../../store/tables/authors.ts";
import { peopleOf } from "./people.ts";

const names = new Map<string, AuthorNames>([
  ["9001", { name: "Wren", aliases: ["Wren", "Inkwell"], label: "9001" }],
  ["9002", { name: "Moss", aliases: ["Moss", "Sam"], label: "9002" }],
  ["9003", { name: "Sam", aliases: ["Sam"], label: "9003" }],
  ["9004", { name: "Kim", aliases: ["Kim"], label: "9004" }],
  ["9005", { name: "Kim", aliases: ["Kim"], label: "9005" }],
  ["9006", { name: null, aliases: [], label: "9006" }],
]);
const tagged = (subject: string | null, alias: string, actor: string | null = subject) => ({
  ...{ subject, actor, tags: JSON.stringify([`alias:${alias}`]) },
});
const people = (kind: "user" | "group", ...memories: ReturnType<typeof tagged>[]) =>
  peopleOf(memories, { scope: { tenant: "t", kind, id: "g" } as never, names });

describe("the people of a scope", () => {
  it("every name that one of them has leads to the account; newest names first, and none that several have", () => {
    const { subjects } = people("group");
    expect([...subjects]).toEqual([
      ["wren", "9001"],
      ["moss", "9002"],
      ["sam", "9003"],
      ["inkwell", "9001"],
    ]);
  });

  it("in a group one's own word gives another name, never the name of another", () => {
    const { subjects } = people(
      "group",
      tagged("9001", "Birdie"),
      tagged("9002", "Boss", "9001"),
      tagged("9002", "Wren"),
    );
    expect(subjects.get("birdie")).toBe("9001");
    expect(subjects.get("boss")).toBe(undefined);
    expect(subjects.get("wren")).toBe("9001");
    expect(people("user", tagged("Leah", "Lee", "ann")).subjects.get("lee")).toBe("Leah");
  });

  it.each([
    ["9001", "Wren"],
    ["9001's brother", "Wren's brother"],
    ["9006", null],
    ["9006's brother", null],
    ["Leah", "Leah"],
    ["the landlord", "the landlord"],
    ["4170938", null],
  ])("%j is shown as %j", (subject, name) => {
    expect(people("group").nameOf(subject)).toBe(name);
  });

  it("a memory is shown under the newest name", () => {
    expect(people("group").textOf({ subject: "9001", text: "Inkwell keeps bees." })).toBe("Wren keeps bees.");
    expect(people("group").textOf({ subject: null, text: "Inkwell keeps bees." })).toBe(
      "Inkwell keeps bees.",
    );
    expect(ownerOf("9001's brother")).toBe("9001");
  });
});
