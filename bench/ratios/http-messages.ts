/** The requests to the server over the channel to its parent. */
export type ToServer =
  /** The text that the bare server and the route that does nothing answer with from now on. */
  { readonly kind: "constant"; readonly answer: string } | { readonly kind: "cpu" };

export type FromServer =
  | {
      readonly kind: "open";
      readonly url: string;
      readonly bare: string;
      readonly nothing: string;
      readonly key: string;
    }
  /** Microseconds of CPU of the whole process so far: all threads, and the main one. */
  | { readonly kind: "cpu"; readonly cpu: number; readonly main: number };
