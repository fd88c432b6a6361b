import { expect } from "vitest";
import { MemoirError, type MemoirErrorCode } from "../../../src/index.ts";

/** Waits for a call that must fail, and gives its error for a closer look. */
export async function refused(call: Promise<unknown>, code: MemoirErrorCode): Promise<MemoirError> {
  const error = await call.then(
    (value) => expect.fail(`expected ${code}, but the call gave ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  );
  if (!MemoirError.is(error)) throw error;
  expect({ code: error.code, message: error.message }).toMatchObject({ code });
  return error;
}

/** Everything a list holds, over all its pages. */
export async function everything<T>(list: AsyncIterable<T> | Promise<AsyncIterable<T>>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of await list) items.push(item);
  return items;
}

export const DAY = 86_400_000;

/** The result of a forget() that found nothing. */
export const NOTHING_FORGOTTEN = {
  found: false,
  memories: [],
  batch: null,
  hidden: [],
  restored: [],
  replaced: [],
};
