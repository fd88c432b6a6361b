import { z } from "zod";
import { parseScope } from "../scope.ts";

/** One setting: its type, its default and its doc. The doc always ends with the default, so the two cannot differ. */
export function setting<T extends z.ZodType>(
  type: T,
  byDefault: z.util.NoUndefined<z.output<T>>,
  doc: string,
): z.ZodDefault<T> {
  return type.default(byDefault).describe(`${doc} Default: ${JSON.stringify(byDefault)}.`);
}

export function flag(byDefault: boolean, doc: string): z.ZodDefault<z.ZodBoolean> {
  return setting(z.boolean(), byDefault, doc);
}

/** A whole number from `min` on. */
export function whole(min: number, byDefault: number, doc: string): z.ZodDefault<z.ZodInt> {
  return setting(z.int().min(min), byDefault, doc);
}

/** A budget: at least `min`, or `null` for no limit: every budget is optional. */
export function limit(
  byDefault: number | null,
  doc: string,
  min: number = 1,
): z.ZodDefault<z.ZodNullable<z.ZodInt>> {
  return setting(z.int().min(min).nullable(), byDefault, doc);
}

/** Confidence and everything else between never and always. */
export const share = z.number().min(0).max(1);

/** How much a part of a score counts; weights need not add up to one. */
export const weight = z.number().min(0);

/** A scope as people write it: `group:discord/42`. */
export const scopeName = z.string().superRefine((name, context) => {
  try {
    parseScope(name);
  } catch (error) {
    context.addIssue({ code: "custom", message: (error as Error).message });
  }
});

/** A section of settings: all that is left out has its default. */
export function section<T extends z.core.$ZodLooseShape>(
  doc: string,
  fields: T,
): z.ZodPrefault<z.ZodObject<T, z.core.$strict>> {
  return z
    .strictObject(fields)
    .prefault({} as never)
    .describe(doc);
}
