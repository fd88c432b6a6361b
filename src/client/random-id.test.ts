import { expect, it, vi } from "vitest";
import { randomId } from "./random-id.ts";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

it("makes UUIDs where a page is read over plain HTTP, which has no randomUUID()", () => {
  const { getRandomValues } = crypto;
  vi.stubGlobal("crypto", { getRandomValues: getRandomValues.bind(crypto) });
  try {
    const ids = Array.from({ length: 100 }, randomId);
    expect(new Set(ids).size).toBe(100);
    expect(ids.filter((id) => !UUID.test(id))).toEqual([]);
  } finally {
    vi.unstubAllGlobals();
  }
});
