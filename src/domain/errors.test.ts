import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ERROR_CODES, MemoirError, show } from "./errors.ts";

describe("MemoirError", () => {
  it("carries a code, a message, details and a cause", () => {
    const cause = new Error("disk");
    const error = new MemoirError("disk_full", "No room.", { details: { path: "/tmp" }, cause });
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({ name: "MemoirError", code: "disk_full", message: "No room.", cause });
    expect(error.details).toEqual({ path: "/tmp" });
  });

  it("has empty details and no cause of its own when none is given", () => {
    const error = new MemoirError("internal", "Oops.");
    expect(error.details).toEqual({});
    expect(Object.hasOwn(error, "cause")).toBe(false);
  });

  it("has each code once", () => {
    expect(new Set(ERROR_CODES).size).toBe(ERROR_CODES.length);
  });
});

describe("MemoirError.is", () => {
  it("knows its own, a subclass, and one of another copy of the package", async () => {
    class Special extends MemoirError {}
    const path = "./errors.ts?copy";
    const copy = (await import(/* @vite-ignore */ path)) as typeof import("./errors.ts");
    const foreign = new copy.MemoirError("gone", "Gone.");
    expect(foreign).not.toBeInstanceOf(MemoirError);
    expect(
      [new MemoirError("gone", "Gone."), new Special("gone", "Gone."), foreign].map(MemoirError.is),
    ).toEqual([true, true, true]);
  });

  it.each([
    undefined,
    null,
    0,
    "memoir.error",
    Symbol.for("memoir.error"),
    {},
    [],
    () => 1,
    new Error("x"),
    { code: "gone" },
  ])("is false for case %#", (value) => {
    expect(MemoirError.is(value)).toBe(false);
  });
});

describe("show", () => {
  const circular: Record<string, unknown> = {};
  circular.self = circular;

  it.each([
    ["alice", '"alice"'],
    ['say "hi"\n', '"say \\"hi\\"\\n"'],
    ["小明", '"小明"'],
    ["\0", '"\\u0000"'],
    [42, "42"],
    [Number.NaN, "null"],
    [7n, "7n"],
    [null, "null"],
    [undefined, "undefined"],
    [Symbol("s"), "Symbol(s)"],
    [{ kind: "user" }, '{"kind":"user"}'],
    [[1, 2], "[1,2]"],
    [new Uint8Array(3), "Uint8Array(3 bytes)"],
    [{ big: 1n }, "[object Object]"],
    [circular, "[object Object]"],
  ])("shows case %# readably", (value, shown) => {
    expect(show(value)).toBe(shown);
  });

  it("cuts what is long, also a function's source, and leaves no half of an emoji", () => {
    const long = "x".repeat(61);
    expect(show(long)).toBe(`"${"x".repeat(60)}…"`);
    expect(show("x".repeat(60))).toBe(`"${"x".repeat(60)}"`);
    expect(show([long]).length).toBeLessThanOrEqual(61);
    expect(show(() => "a function whose source goes on for longer than a message should").length).toBe(61);
    expect(show(`${"x".repeat(59)}👍👍`).isWellFormed()).toBe(true);
    expect(show([`${"x".repeat(57)}👍👍`]).isWellFormed()).toBe(true);
  });

  it("never throws for a value that fights back", () => {
    const revoked = Proxy.revocable({}, {});
    revoked.revoke();
    const view = new Uint8Array(2);
    Object.setPrototypeOf(view, null);
    const tagged = {
      toJSON() {
        throw new Error("no");
      },
      get [Symbol.toStringTag](): string {
        throw new Error("no");
      },
    };
    const named = Object.assign(() => 1, {
      toString() {
        throw new Error("no");
      },
    });
    expect([revoked.proxy, view, tagged, named].map(show)).toEqual([
      "[object]",
      "[object]",
      "[object]",
      "[function]",
    ]);
  });

  it("never throws, and stays short and well-formed, for anything", () => {
    const anything = fc.anything({
      withBigInt: true,
      withBoxedValues: true,
      withDate: true,
      withMap: true,
      withSet: true,
      withNullPrototype: true,
      withObjectString: true,
      withSparseArray: true,
      withTypedArray: true,
      withUnicodeString: true,
    });
    fc.assert(
      fc.property(anything, (value) => {
        const shown = show(value);
        expect(shown.isWellFormed()).toBe(true);
        // A string's quotes and escapes come on top of the 60 characters.
        expect(shown.length).toBeLessThanOrEqual(typeof value === "string" ? 6 * 60 + 3 : 61);
      }),
      { numRuns: 1000 },
    );
  });
});
