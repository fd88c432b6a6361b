import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Spares } from "./spare-workers.ts";

describe("spares", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const kept = () => {
    const ended: string[] = [];
    return { ended, spares: new Spares<string>((one) => ended.push(one)) };
  };

  it("each is taken once, and is nobody's to end then", () => {
    const { spares, ended } = kept();
    spares.give("a");
    spares.give("b");
    expect([spares.take(), spares.take(), spares.take()]).toEqual(["a", "b", undefined]);
    vi.runAllTimers();
    expect(ended).toEqual([]);
  });

  it("what nobody takes ends after a while, counted from when it was last given", () => {
    const { spares, ended } = kept();
    spares.give("a");
    vi.advanceTimersByTime(9_000);
    spares.give(spares.take()!);
    vi.advanceTimersByTime(9_000);
    expect(ended).toEqual([]);
    vi.advanceTimersByTime(1_000);
    expect([ended, spares.take()]).toEqual([["a"], undefined]);
  });

  it("keeps only some; the others end at once", () => {
    const { spares, ended } = kept();
    for (const one of "abcdefghij") spares.give(one);
    expect(ended).toEqual(["i", "j"]);
  });

  it("what broke while it waited is given to nobody", () => {
    const { spares, ended } = kept();
    spares.give("a");
    spares.drop("a");
    vi.runAllTimers();
    expect([spares.take(), ended]).toEqual([undefined, []]);
  });
});
