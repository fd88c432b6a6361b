import { expect, it, vi } from "vitest";
import { randomId } from "./random-id.ts";

it("makes ids where a page is read over plain HTTP, which has no randomUUID()", () => {
  const { getRandomValues } = crypto;
  vi.stubGlobal("crypto", { getRandomValues: getRandomValues.bind(crypto) });
  try {
    const ids = Array.from({ length: 100 }, randomId);
    expect(new Set(ids).size).toBe(100);
    expect(ids.filter((id) => !/^[0-9a-f]{32}$/.test(id))).toEqual([]);
  } finally {
    vi.unstubAllGlobals();
  }
});
