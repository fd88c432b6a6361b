import { MemoirError } from "../domain/errors.ts";

/** The first module that is loaded, so that an old Node says what it lacks and not which built-in it does not know. */
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);

if (major < 22 || (major === 22 && minor < 16)) {
  throw new MemoirError(
    "unsupported_runtime",
    `Memoir needs Node 22.16 or newer, this is ${process.versions.node}. Install a newer Node: https://nodejs.org`,
  );
}
