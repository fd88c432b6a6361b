import { describe, expect, it } from "vitest";
import { readTar } from "./tar.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

function header(name: string, size: number, { type = "0", prefix = "", ustar = true } = {}): Uint8Array {
  const block = new Uint8Array(512);
  const put = (at: number, text: string): void => block.set(bytes(text), at);
  put(0, name);
  put(124, `${size.toString(8).padStart(11, "0")}\0`);
  put(148, "        ");
  put(156, type);
  if (ustar) put(257, "ustar\0");
  put(345, prefix);
  put(
    148,
    `${block
      .reduce((sum, byte) => sum + byte, 0)
      .toString(8)
      .padStart(6, "0")}\0 `,
  );
  return block;
}

function padded(content: Uint8Array): Uint8Array {
  const whole = new Uint8Array(Math.ceil(content.length / 512) * 512);
  whole.set(content);
  return whole;
}

const file = (name: string, text: string, options = {}): Uint8Array[] => [
  header(name, bytes(text).length, options),
  padded(bytes(text)),
];
const END = [new Uint8Array(1024)];

/** The archive in pieces of a size that fits no block. */
async function* stream(parts: readonly Uint8Array[], size = 300): AsyncGenerator<Uint8Array> {
  const whole = Buffer.concat(parts);
  for (let at = 0; at < whole.length; at += size) yield whole.subarray(at, at + size);
}

async function all(parts: readonly Uint8Array[], size?: number): Promise<[path: string, text: string][]> {
  const found: [string, string][] = [];
  for await (const entry of readTar(stream(parts, size))) {
    const pieces: Uint8Array[] = [];
    for await (const piece of entry.content) pieces.push(piece);
    found.push([entry.path, Buffer.concat(pieces).toString("utf8")]);
  }
  return found;
}

describe("readTar", () => {
  it.each([1, 7, 300, 512, 100_000])("reads files from pieces of %d bytes", async (size) => {
    const long = "x".repeat(1500);
    const archive = [
      ...file("package/a.txt", "hello"),
      ...file("package/b", long),
      ...file("empty", ""),
      ...END,
    ];
    expect(await all(archive, size)).toEqual([
      ["package/a.txt", "hello"],
      ["package/b", long],
      ["empty", ""],
    ]);
  });

  it("passes over folders and links, and reads old headers", async () => {
    const archive = [
      header("package/", 0, { type: "5" }),
      header("link", 0, { type: "2" }),
      ...file("old", "1", { type: "\0", ustar: false }),
      ...END,
    ];
    expect(await all(archive)).toEqual([["old", "1"]]);
  });

  it("knows the long paths of ustar, pax and GNU, each for one file", async () => {
    const folder = "package/models/deep/down";
    const path = `${folder}/pax.json`;
    const record = `${path.length + 9} path=${path}\n`;
    const archive = [
      ...file("ustar.json", "1", { prefix: folder }),
      ...file("PaxHeader", `19 mtime=123456789\n${record}`, { type: "x" }),
      ...file("cut", "2"),
      ...file("././@LongLink", `${folder}/gnu.json\0`, { type: "L" }),
      ...file("cut", "3"),
      ...file("plain", "4"),
      ...END,
    ];
    expect(await all(archive)).toEqual([
      [`${folder}/ustar.json`, "1"],
      [path, "2"],
      [`${folder}/gnu.json`, "3"],
      ["plain", "4"],
    ]);
  });

  it("goes on to the next file when one is not read, or only in part", async () => {
    const archive = [
      ...file("a", "x".repeat(2000)),
      ...file("b", "y".repeat(2000)),
      ...file("c", "z"),
      ...END,
    ];
    const paths: string[] = [];
    for await (const entry of readTar(stream(archive))) {
      paths.push(entry.path);
      if (entry.path === "b") for await (const _ of entry.content) break;
    }
    expect(paths).toEqual(["a", "b", "c"]);
  });

  it("lets go of the stream when its reader stops", async () => {
    let ended = false;
    async function* watched(): AsyncGenerator<Uint8Array> {
      try {
        yield* stream([...file("a", "1"), ...file("b", "2"), ...END]);
      } finally {
        ended = true;
      }
    }
    for await (const _ of readTar(watched())) break;
    expect(ended).toBe(true);
  });

  it("also ends without the empty blocks at the end", async () => {
    expect(await all(file("a", "1"))).toEqual([["a", "1"]]);
  });

  const damaged = header("a", 5);
  damaged[0] = 0x62;
  it.each<[string, Uint8Array[], RegExp]>([
    ["a wrong checksum", [damaged, ...END], /checksum/],
    ["an early end in a file", [header("a", 5000), padded(bytes("x"))], /ends early/],
    ["an early end in a header", [header("a", 5).subarray(0, 200)], /ends early/],
    ["no archive at all", [bytes("<html>not found</html>".repeat(30))], /not octal|checksum/],
    ["a header of headers without end", [header("x", 10_000_000, { type: "x" })], /extended header/],
  ])("refuses %s", async (_, archive, message) => {
    await expect(all(archive)).rejects.toMatchObject({
      code: "model_unavailable",
      message: expect.stringMatching(message),
    });
  });
});
