import { MemoirError } from "../domain/errors.ts";

/** Emergency read-only by configuration (R66, R70): refused here, below every caller. */
export function refuseWrite(): Promise<never> {
  return Promise.reject(
    new MemoirError(
      "read_only",
      "Emergency read-only is on: nothing is written. Switch emergencyReadOnly off to write again.",
    ),
  );
}
