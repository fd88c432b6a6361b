import { expect, it } from "vitest";
import { UPKEEP_NAMES } from "../domain/names.ts";
import { resolveSettings } from "../domain/settings.ts";
import { UPKEEP } from "./index.ts";

it("upkeep.off takes the name of every job, and no other", () => {
  expect(UPKEEP.map(({ name }) => name)).toEqual(UPKEEP_NAMES);
  expect(resolveSettings({ upkeep: { off: [...UPKEEP_NAMES] } }).upkeep.off).toEqual(UPKEEP_NAMES);
  expect(() => resolveSettings({ upkeep: { off: ["swoop" as "sweep"] } })).toThrow(/upkeep\.off\.0|swoop/);
});
