import { expect, it } from "vitest";
import { UPKEEP_JOBS } from "../../domain/enums.ts";
import { resolveSettings } from "../../domain/settings.ts";
import { UPKEEP } from "./index.ts";

it("upkeep.off takes the name of every job, and no other", () => {
  expect(UPKEEP.map(({ name }) => name)).toEqual(UPKEEP_JOBS);
  expect(resolveSettings({ upkeep: { off: [...UPKEEP_JOBS] } }).upkeep.off).toEqual(UPKEEP_JOBS);
  expect(() => resolveSettings({ upkeep: { off: ["swoop" as "sweep"] } })).toThrow(/upkeep\.off\.0|swoop/);
});
