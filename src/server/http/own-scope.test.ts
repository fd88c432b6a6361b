import { expect, it } from "vitest";
import type { Principal } from "../../domain/api-key.ts";
import { useDoor } from "./app.fixture.ts";
import { authorizedScope } from "./own-scope.ts";

const door = useDoor();
const KEY: Principal = {
  ...{ tenant: "default", keyId: "1", name: "bot", role: "write", agent: null },
  ...{ scopes: null, categories: null },
};

it("a handle is kept for the key, the scope and the agent that it was made for, and for no other", () => {
  const first = authorizedScope(door.service, KEY, { scope: "user:alice" });
  expect(authorizedScope(door.service, KEY, { scope: "user", scope_id: "alice" })).toBe(first);
  expect(authorizedScope(door.service, KEY, { scope: "user:bob" }).scope).toBe("user:bob");
  expect(authorizedScope(door.service, KEY, { scope: "user:alice", agent: "helper" })).not.toBe(first);
  expect(authorizedScope(door.service, KEY, { scope: "user:alice", thread: "t1" })).not.toBe(first);
  expect(authorizedScope(door.service, KEY, { scope: "user:alice", legacy: ["user:al"] }).legacy).toEqual([
    "user:al",
  ]);
  expect(authorizedScope(door.service, { ...KEY, categories: ["todo"] }, { scope: "user:alice" })).not.toBe(
    first,
  );
  expect(authorizedScope(door.service, KEY, { scope: "user:alice" })).toBe(first);
});

it("a kept handle opens nothing to a key that may not use the scope", () => {
  authorizedScope(door.service, KEY, { scope: "user:alice" });
  const bound: Principal = { ...KEY, scopes: ["user:bob"] };
  expect(() => authorizedScope(door.service, bound, { scope: "user:alice" })).toThrow(
    "may not use the scope",
  );
});
