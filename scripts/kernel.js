// `npm run kernel`: compiles src/scope-index/kernel/scan.as and writes it into the TypeScript program as text, so
// that neither a build nor a bundler has to find a file. With `--check` it only says whether the two agree.
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root, run } from "./lib/exec.js";

const folder = mkdtempSync(join(tmpdir(), "memoir-kernel-"));
const target = join(root, "src", "scope-index", "kernel", "bytes.ts");
try {
  // The compiler takes .ts only; in the repository the file has another ending, because it is not TypeScript.
  copyFileSync(join(root, "src", "scope-index", "kernel", "scan.as"), join(folder, "scan.ts"));
  const { code, output } = await run(
    "asc",
    [
      join(folder, "scan.ts"),
      ...[
        "-O3",
        "--noAssert",
        "--runtime",
        "stub",
        "--importMemory",
        "--enable",
        "simd",
        "--enable",
        "relaxed-simd",
      ],
      ...["--initialMemory", "1", "--maximumMemory", "65536", "-o", join(folder, "scan.wasm")],
    ],
    { quiet: true },
  );
  if (code !== 0) throw new Error(output);
  const base64 = readFileSync(join(folder, "scan.wasm")).toString("base64");
  const lines = base64.match(/.{1,100}/g) ?? [];
  const text = `/** scan.as, compiled by \`npm run kernel\`; do not edit. */\nexport const KERNEL_BASE64: string = [\n${lines.map((line) => `  "${line}",`).join("\n")}\n].join("");\n`;
  if (!process.argv.includes("--check")) writeFileSync(target, text);
  else if (readFileSync(target, "utf8") !== text)
    throw new Error("bytes.ts is not what scan.as compiles to.");
} finally {
  rmSync(folder, { recursive: true, force: true });
}
