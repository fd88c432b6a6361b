import { expect, it } from "vitest";
import { MemoirError } from "../../index.ts";
import { errorAnswer } from "./errors.ts";

it.each([
  ["database_locked", 503],
  ["database_unavailable", 503],
  ["database_gone", 503],
  ["disk_full", 507],
] as const)("S18: %s is told without the path, the host or the statement behind it", (code, status) => {
  const error = new MemoirError(code, "/srv/memoir.db is locked by pid 7: select * from memory", {
    details: { path: "/srv/memoir.db", sqlite: "SQLITE_BUSY" },
  });
  const { body, ...answer } = errorAnswer(error, "r1");
  expect(answer.status).toBe(status);
  expect(body.error).toMatchObject({ code, details: {}, request: "r1" });
  expect(JSON.stringify(body)).not.toMatch(/srv|select|SQLITE/);
});
