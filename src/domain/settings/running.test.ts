import { describe, expect, it } from "vitest";
import { parseSettings } from "../settings.ts";

describe("hooks.allow", () => {
  it.each([["bot.internal"], ["localhost"], ["127.0.0.1"], ["10.0.0.0/8"], ["::1"], ["fd00::/8"]])(
    "takes %s",
    (host) => {
      expect(parseSettings({ hooks: { allow: [host] } }, "test")).toEqual({ hooks: { allow: [host] } });
    },
  );

  it.each([[""], ["http://bot.internal"], ["bot internal"], ["10.0.0.0/33"], ["10.0.0/8"], ["*.internal"]])(
    "refuses %j",
    (host) => {
      expect(() => parseSettings({ hooks: { allow: [host] } }, "test")).toThrow(
        /must be a host or a network/,
      );
    },
  );
});
