import { z } from "zod";
import { setting, wholeNumber } from "./fields.ts";

/** The indexes in memory from which recall is answered. */
export const Index = z
  .strictObject({
    maxMegabytes: setting(
      wholeNumber(1),
      256,
      "Memory for the scopes that were read last; a scope that is not among them is read from the database first.",
    ),
  })
  .prefault({})
  .describe("The indexes in memory from which recall is answered.");
