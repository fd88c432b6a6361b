import { expect, it } from "vitest";
import { suggester } from "./output.ts";

it.each([
  [{}, "memoir why 3f2a1c"],
  [{ json: true, user: "alice" }, "memoir why 3f2a1c --user alice"],
  [{ global: true, tenant: "acme" }, "memoir why 3f2a1c --global --tenant acme"],
  [
    { group: "it's us", database: "./a b.db" },
    "memoir why 3f2a1c --group 'it'\\''s us' --database './a b.db'",
  ],
  [{ database: "postgres://me:secret@host/db" }, "memoir why 3f2a1c --database …"],
])("%j", (flags, expected) => {
  expect(suggester("memoir", flags)("why 3f2a1c")).toBe(expected);
});

it("may leave the scope out", () => {
  const suggest = suggester("memoir", { user: "alice", preset: "picobot" });
  expect(suggest("list --user tour", { inScope: false })).toBe("memoir list --user tour --preset picobot");
});
