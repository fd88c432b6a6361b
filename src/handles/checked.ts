import { checkNames, checkOptions, checkSignal } from "../domain/arguments.ts";

/** The names of a call's options. The compiler sees to it that none is missing and none is too many. */
export type Names<T> = Readonly<Record<keyof T & string, true>>;

type OptionsOf<F> = F extends (...args: infer A) => unknown
  ? Required<A> extends readonly [...infer Before, infer Last]
    ? NonNullable<Last> extends object
      ? readonly [at: Before["length"], names: Names<NonNullable<Last>>]
      : never
    : never
  : never;

/** For each call of a handle that takes options: as which argument, and which. */
export type Calls<H> = {
  readonly [K in keyof H as [OptionsOf<H[K]>] extends [never] ? never : K & string]: OptionsOf<H[K]>;
};

/** The calls that do not answer with a promise. */
const AT_ONCE = ["scope"];
const FEEDS = ["changes", "export", "watch"];

/**
 * Makes the calls of a handle reject options that there are not, by name, before anything is done. The calls get their
 * options as an object, without any as an empty one, and with a signal that is one.
 */
export function checked<H extends object>(handle: H, calls: Calls<H>, prefix: string = ""): H {
  const guarded = handle as Record<PropertyKey, unknown>;
  for (const { name, at, known } of listed(calls)) {
    const call = guarded[name] as (...args: unknown[]) => unknown;
    guarded[name] = (...args: unknown[]): unknown => {
      try {
        const title = `${prefix}${name}()`;
        const options = checkOptions(args[at] as { signal?: unknown } | undefined, title);
        checkNames(options, known, title);
        checkSignal(options.signal);
        args[at] = options.signal === null ? { ...options, signal: undefined } : options;
      } catch (error) {
        if (AT_ONCE.includes(name)) throw error;
        return FEEDS.includes(name) ? failed(error) : Promise.reject(error);
      }
      return call(...args);
    };
  }
  return handle;
}

interface ListedCall {
  readonly name: string;
  readonly at: number;
  readonly known: readonly string[];
}

const LISTED = new WeakMap<object, readonly ListedCall[]>();

/** The calls as a list, made once: a server makes handles with every request. */
function listed(calls: object): readonly ListedCall[] {
  const known = LISTED.get(calls);
  if (known !== undefined) return known;
  const list = Object.entries(calls).map(([name, entry]): ListedCall => {
    const [at, names] = entry as readonly [number, Names<object>];
    return { name, at, known: Object.keys(names) };
  });
  LISTED.set(calls, list);
  return list;
}

// biome-ignore lint/correctness/useYield: a feed that fails before its first item.
async function* failed(error: unknown): AsyncGenerator<never, void, void> {
  throw error;
}
