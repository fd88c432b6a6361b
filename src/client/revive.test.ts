import { expect, it } from "vitest";
import { revive } from "./revive.ts";

it("C8: what waits for approval has the library's status, and nothing else is touched", () => {
  const at = "2026-03-01T12:00:00.000Z";
  const answer = {
    items: [
      { memory: { id: "1", status: "shadow", needs_approval: true, createdAt: at } },
      { memory: { id: "2", status: "shadow", createdAt: at } },
    ],
  };
  expect(revive(answer)).toEqual({
    items: [
      { memory: { id: "1", status: "pending", createdAt: new Date(at) } },
      { memory: { id: "2", status: "shadow", createdAt: new Date(at) } },
    ],
  });
});
