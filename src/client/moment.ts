import { checkTime } from "../domain/text.ts";

/** A moment as a query string has it. */
export function moment(at: Date | string | number | undefined, name: string): string | undefined {
  return at === undefined ? undefined : new Date(checkTime(at, name)).toISOString();
}
