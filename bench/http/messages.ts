/** What the server is asked over the channel to its parent. */
export type ToServer =
  | { readonly kind: "constant"; readonly answer: unknown }
  | { readonly kind: "cpu" }
  | { readonly kind: "recalls"; readonly scope: string; readonly questions: readonly string[] };

export type FromServer =
  | { readonly kind: "open"; readonly url: string; readonly key: string }
  /** Microseconds of CPU of the whole process, all its threads: so far, or for the recalls that were asked for. */
  | { readonly kind: "cpu"; readonly micros: number };
