import { expect, it } from "vitest";
import { SOURCE_ROLES, sourceRank } from "./source-rank.ts";

it("C10: role first (user > tool > assistant > stranger), then method (explicit > rule > model)", () => {
  const methods = ["user_explicit", "rule", "llm_extract"] as const;
  const order = SOURCE_ROLES.toReversed().flatMap((role) =>
    methods.map((method) => sourceRank(role, method)),
  );
  expect(order).toEqual(order.toSorted((a, b) => b - a));
  expect(new Set(order).size).toBe(12);
  expect(sourceRank("user", "llm_extract")).toBeGreaterThan(sourceRank("tool", "user_explicit"));
});
