import fc from "fast-check";
import type { Operation, Schema } from "./document.ts";
import { DEEP, ODD_BODIES, ODD_ENCODINGS, ODD_TEXTS, ODD_TYPES, oddValue } from "./odd-values.ts";

/**
 * Existing values, by the name of the field that takes them, or by that name and a part of the path (`id@items`): a
 * fuzz that hits nothing shows nothing.
 */
export type Pools = Readonly<Record<string, readonly string[]>>;

/** One request, ready to be sent. */
export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

interface Maker {
  readonly pools: Pools;
  readonly resolve: (schema: Schema) => Schema;
}

/** Requests for one route: half of them as it wants them, half with something wrong. */
export function requestsFor(operation: Operation, { pools, resolve }: Maker): fc.Arbitrary<Sent> {
  const maker = { pools: poolsOf(operation, pools), resolve };
  return fc
    .boolean()
    .chain((strange) =>
      fc.record({
        method: strange
          ? mostly(operation.method, ["HEAD", "OPTIONS", "PUT", "DELETE", "PATCH", "POST", "GET"])
          : fc.constant(operation.method),
        path: pathOf(operation, maker, strange),
        query: queryOf(operation, maker, strange),
        headers: headersOf(operation, strange),
        body: bodyOf(operation, maker, strange),
      }),
    )
    .map(({ method, path, query, headers, body }) => {
      const bare = method === "GET" || method === "HEAD" || body === undefined;
      const type = operation.body?.type ?? "application/json";
      return {
        method,
        path: query === "" ? path : `${path}?${query}`,
        headers: bare ? headers : { "content-type": type, ...headers },
        body: bare ? undefined : body,
      };
    });
}

/** The pools as this route sees them. */
function poolsOf({ path }: Operation, pools: Pools): Pools {
  const own = Object.entries(pools).filter(([name]) => name.includes("@"));
  const fitting = own.filter(([name]) => path.split("/").includes(name.split("@")[1]!));
  return { ...pools, ...Object.fromEntries(fitting.map(([name, values]) => [name.split("@")[0], values])) };
}

function mostly<T>(usual: T, others: readonly T[]): fc.Arbitrary<T> {
  return fc.oneof(
    { weight: 9, arbitrary: fc.constant(usual) },
    { weight: 1, arbitrary: fc.constantFrom(...others) },
  );
}

function pathOf({ path, parameters }: Operation, maker: Maker, strange: boolean): fc.Arbitrary<string> {
  const names = parameters.filter((parameter) => parameter.in === "path");
  const values = names.map(({ name, schema }) => {
    const usual = valueFor(schema, name, maker, strange).map(encoded);
    return strange
      ? fc.oneof({ weight: 6, arbitrary: usual }, { weight: 1, arbitrary: fc.constantFrom(...ODD_ENCODINGS) })
      : usual;
  });
  return fc
    .tuple(...values)
    .map((given) => names.reduce((text, { name }, i) => text.replace(`{${name}}`, () => given[i]!), path));
}

function queryOf({ path, parameters }: Operation, maker: Maker, strange: boolean): fc.Arbitrary<string> {
  const pairs = parameters
    .filter((parameter) => parameter.in === "query")
    .map(({ name, schema, required = false }) => {
      const usual = valueFor(inAddress(schema), name, maker, strange).map((value) =>
        [value].flat().map((one) => `${name}=${encoded(one)}`),
      );
      const odd = fc.constantFrom(...ODD_ENCODINGS).map((one) => [`${name}=${one}`, `${name}=again`]);
      const given = strange
        ? fc.oneof({ weight: 6, arbitrary: usual }, { weight: 1, arbitrary: odd })
        : usual;
      const there = required && !strange ? 1 : name === "scope" ? likelyScope(path) : strange ? 0.3 : 0.1;
      return maybe(given, [], there);
    });
  // The query string of mem0's client is in no document.
  const undocumented = path.startsWith("/v1/memories/") ? ["user_id=alice"] : [];
  const extra = strange
    ? maybe(
        fc.constantFrom("scope[]=x", "__proto__=x", "=", "&&", "tenant=acme-corp", "a=1&a=2&a=3"),
        "",
        0.1,
      )
    : fc.constant("");
  return fc.tuple(extra, ...pairs).map((all) => [...undocumented, ...all.flat()].filter(Boolean).join("&"));
}

/** An address cannot say `null`, whatever the document thinks. */
function inAddress(schema: Schema): Schema {
  const { type } = schema;
  return typeof type === "object" ? { ...schema, type: type.filter((one) => one !== "null") } : schema;
}

/** A memory is found by its id alone, and not in another scope than its own. */
function likelyScope(path: string): number {
  return /\/(?:items|memory)\/\{id\}/.test(path) ? 0.15 : 0.8;
}

const ODD_HEADERS: Readonly<Record<string, readonly string[]>> = {
  "if-match": ['"1"', "*", 'W/"3"', '"x"', "99999999999999999999", "", '"1", "2"', "-1", "1.5"],
  "idempotency-key": ["one", "two", "", " ", "a b", "\u00ff", "k".repeat(300), "k".repeat(255)],
  "x-request-id": ["mine-1", "\u00e9", "x".repeat(200), "a b"],
  "last-event-id": ["0-1", "start", "-1", "9".repeat(40)],
  "content-encoding": ["identity", "gzip", "br, gzip"],
  "content-length": ["0", "-1", "nuts", "99999999999"],
  accept: ["text/html", "application/xml", "*/*;q=nuts"],
  host: ["evil.example", "localhost:99999", "127.0.0.1:7411", "", "a b"],
  origin: ["http://evil.example", "null", "http://localhost", "nuts"],
  cookie: ["memoir_session=nuts", "=", ";;;"],
};

function headersOf({ method }: Operation, strange: boolean): fc.Arbitrary<Record<string, string>> {
  const once = maybe(fc.constantFrom("one", "two", "three"), undefined, method === "POST" ? 0.2 : 0);
  const usual = once.map((name) => withoutNothing({ "idempotency-key": name }));
  if (!strange) return usual;
  const odd = Object.entries({ ...ODD_HEADERS, "content-type": ODD_TYPES }).map(([name, values]) =>
    maybe(fc.constantFrom(...values), undefined, 0.06).map((value) => ({ [name]: value })),
  );
  return fc.tuple(usual, ...odd).map((all) => withoutNothing(Object.assign({}, ...all)));
}

function withoutNothing(headers: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

function bodyOf({ body }: Operation, maker: Maker, strange: boolean): fc.Arbitrary<string | undefined> {
  const odd = fc.constantFrom(...ODD_BODIES);
  if (body === undefined) return strange ? maybe(odd, undefined, 0.2) : fc.constant(undefined);
  const files = maker.pools[body.type];
  const usual =
    files === undefined
      ? valueFor(body.schema, "body", maker, strange).map(written)
      : fc.constantFrom(...files);
  if (!strange) return usual;
  const cut = usual.map((text) => text.slice(0, text.length / 2));
  return fc.oneof(
    { weight: 8, arbitrary: usual },
    { weight: 1, arbitrary: cut },
    { weight: 1, arbitrary: odd },
  );
}

const DEEP_HERE = "@deep-";

/** JSON, with what `JSON.stringify` would not reach the end of. */
function written(value: unknown): string {
  return (JSON.stringify(value) ?? "").replaceAll(/"@deep-(\d)"/g, (_, i: string) => DEEP[Number(i)]!);
}

/** A value of this form; a strange one may have anything anywhere in it. */
function valueFor(given: Schema, name: string, maker: Maker, strange: boolean): fc.Arbitrary<unknown> {
  const schema = maker.resolve(given);
  const usual = usualFor(schema, name, maker, strange);
  return strange ? fc.oneof({ weight: 12, arbitrary: usual }, { weight: 1, arbitrary: oddValue }) : usual;
}

function usualFor(schema: Schema, name: string, maker: Maker, strange: boolean): fc.Arbitrary<unknown> {
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.anyOf !== undefined) {
    return fc.oneof(...schema.anyOf.map((one) => valueFor(one, name, maker, strange)));
  }
  const types = [schema.type ?? "anything"].flat();
  return fc.oneof(...types.map((type) => ofType({ ...schema, type }, name, maker, strange)));
}

const WORDS = ["nuts", "Alice likes nuts", "I moved to Berlin", "坚果", "*", "forget that", "ok"];
const TIMES = ["2026-05-01T00:00:00Z", "2026-05-01T00:00:00.123+08:00", "1970-01-01T00:00:00Z"];
const DEEPEST = 6;

function ofType(
  schema: Schema & { readonly type: string },
  name: string,
  maker: Maker,
  strange: boolean,
): fc.Arbitrary<unknown> {
  const { type, minimum = 0, maximum = 1_000 } = schema;
  switch (type) {
    case "string": {
      const known = maker.pools[name] ?? (schema.format === "date-time" ? TIMES : WORDS);
      return fc.oneof(
        { weight: strange ? 6 : 30, arbitrary: fc.constantFrom(...known) },
        { weight: 1, arbitrary: fc.constantFrom(...ODD_TEXTS) },
      );
    }
    case "integer": {
      const known = maker.pools[name]?.map(Number) ?? [minimum, maximum];
      return fc.oneof(fc.constantFrom(...known), fc.integer({ min: minimum, max: Math.min(maximum, 20) }));
    }
    case "number":
      return fc.oneof(
        fc.double({ min: minimum, max: maximum, noNaN: true }),
        fc.constantFrom(minimum, maximum),
      );
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "array":
      return fc.array(valueFor(schema.items ?? {}, name, maker, strange), {
        minLength: strange ? 0 : 1,
        maxLength: 3,
      });
    case "object":
      return objectOf(schema, maker, strange);
    default:
      return fc.oneof(
        { weight: 1, arbitrary: fc.constantFrom(...DEEP.keys()).map((i) => `${DEEP_HERE}${i}`) },
        { weight: strange ? 4 : 30, arbitrary: fc.oneof(fc.constantFrom(...WORDS), oddValue) },
      );
  }
}

/** Fields that the document calls optional because another may replace them. */
const LIKELY: Readonly<Record<string, number>> = {
  scope: 0.85,
  user_id: 0.8,
  text: 0.8,
  query: 0.7,
  id: 0.6,
  about: 0.2,
};

function objectOf(schema: Schema, maker: Maker, strange: boolean): fc.Arbitrary<unknown> {
  const fields = Object.entries(schema.properties ?? {}).map(([name, one]) => {
    const required = schema.required?.includes(name) === true;
    const there = required ? (strange ? 0.93 : 1) : (LIKELY[name] ?? 0.1);
    return maybe(valueFor(one, name, maker, strange), undefined, there).map((value) => ({ [name]: value }));
  });
  const open = typeof schema.additionalProperties === "object";
  const own = fc.dictionary(
    fc.constantFrom("own", "__proto__", "metadata", "a.b", ...ODD_TEXTS.slice(0, DEEPEST)),
    valueFor({}, "own", maker, strange),
    { maxKeys: 2 },
  );
  const extra = open || strange ? maybe(own, {}, open ? 0.5 : 0.05) : fc.constant({});
  return fc.tuple(extra, ...fields).map((parts) => Object.assign({}, ...parts));
}

/** The value, so likely; else something in its place. */
function maybe<T, N>(value: fc.Arbitrary<T>, nothing: N, likely: number): fc.Arbitrary<T | N> {
  const hundred = Math.round(likely * 100);
  if (hundred >= 100) return value;
  return fc.oneof(
    { weight: hundred, arbitrary: value },
    { weight: 100 - hundred, arbitrary: fc.constant(nothing) },
  );
}

function encoded(value: unknown): string {
  return encodeURIComponent(
    (typeof value === "string" ? value : (JSON.stringify(value) ?? "")).toWellFormed(),
  );
}
