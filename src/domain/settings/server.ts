import { z } from "zod";
import { limit, section, setting, wholeNumber } from "./fields.ts";

export const Server = section("The HTTP server.", {
  host: setting(z.string().min(1), "127.0.0.1", "The address it listens on; loopback unless told otherwise."),
  port: setting(z.int().min(0).max(65_535), 7411, "The port; 0 takes a free one."),
  allowedHosts: setting(
    z.array(z.string().min(1)),
    [],
    "Names by which it may be called besides its own address, such as memory.example.com behind a proxy.",
  ),
  https: setting(
    z.boolean(),
    false,
    "Whether browsers reach it by https, through a proxy; the cookie of a login is then sent over nothing else.",
  ),
  requestsPerSecond: setting(limit, 100, "How many requests a second one key may make; null = no limit."),
  burst: setting(wholeNumber(1), 200, "How many of them may come at once."),
  maxBodyKilobytes: setting(wholeNumber(1), 1_024, "The largest body of a request."),
  maxImportMegabytes: setting(wholeNumber(1), 1_024, "The largest file that may be imported."),
  graceMs: setting(wholeNumber(0), 10_000, "How long open requests may go on when the server stops."),
});
