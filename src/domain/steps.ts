/** Work in short steps: between two of them whoever asked for it may do something else. */
export type Steps<T> = Generator<undefined, T, undefined>;

/** All steps in one go. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value as T;
  }
}
