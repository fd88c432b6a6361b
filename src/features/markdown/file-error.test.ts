import { expect, it } from "vitest";
import { MemoirError } from "../../domain/errors.ts";
import { unusable } from "./file-error.ts";

it.each([
  ["ENOSPC", "disk_full", "There is no room to write /srv/MEMORY.md. Make room, and sync again."],
  ["EDQUOT", "disk_full", "There is no room to write /srv/MEMORY.md. Make room, and sync again."],
  ["EROFS", "invalid_argument", "/srv/MEMORY.md cannot be read or written: EROFS."],
  ["EACCES", "invalid_argument", "/srv/MEMORY.md cannot be read or written: EACCES."],
])("L5: %s has a code of Memoir's", (code, expected, message) => {
  const cause = Object.assign(new Error(`${code}: open '/srv/.MEMORY.md.1.tmp'`), { code });
  const details = { file: "/srv/MEMORY.md" };
  expect(unusable("/srv/MEMORY.md", cause)).toMatchObject({ code: expected, message, details, cause });
});

it("leaves other errors as they are", () => {
  const own = new MemoirError("too_large", "It is too large.");
  const bug = new TypeError("x is not a function");
  expect([unusable("/srv/MEMORY.md", own), unusable("/srv/MEMORY.md", bug)]).toEqual([own, bug]);
});
