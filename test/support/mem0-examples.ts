import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";

/** mem0's repository where its package.json says 3.1.6, the newest state with these pages. */
export const MEM0_COMMIT = "8d5b7865bd0521e75fe9ab1b260eeccc83f8a378";
const FOLDER = join(
  process.env.MEMOIR_CACHE_DIR ?? join(homedir(), ".cache", "memoir"),
  "test",
  `mem0-examples-${MEM0_COMMIT.slice(0, 7)}`,
);
const LIMIT_MS = 20_000;

/** The pages whose examples are run, with the SHA-256 of each: what runs is what was published. */
const PAGES = {
  "mem0-ts/src/oss/examples/basic.ts": "43323e4ade7a111f4822a225d19a8a3ace58030bd63acf1463af3ff0b121904d",
  "mem0-ts/src/oss/README.md": "a775647ab2d5cf0b7ef15d9ea2845a91d71938c8fa36ab24c6e4e19e9c2ad9f1",
  "docs/open-source/node-quickstart.mdx": "ddffcef908850861ecee279ba31a30a942dd3370d99d78c23850d09eb46a9a4b",
  "docs/platform/quickstart.mdx": "da872eb8c10f08bc1f18c626bbd4504d8a3d46b64904a6d22c9aa44cfe7b1df9",
  "docs/core-concepts/memory-operations/add.mdx":
    "57a912b4e7b3ab540c6a30b7502f4dbc3c716ac5b8181837aa6b8f2d61e247c2",
  "docs/core-concepts/memory-operations/search.mdx":
    "186573c5fdb1c06a07ecdc36fce727fe0c4fef1e4bd5ceb125c953a162d9b42c",
  "docs/core-concepts/memory-operations/delete.mdx":
    "37dbab3e09b3a5ce8b72f58e6d6b380cfa8a0149a653a1594feb5a371aa22430",
} as const;

export type Mem0Page = keyof typeof PAGES;

/** Fetches the pages from GitHub, once, into a separate folder. Says why where they are out of reach. */
export async function fetchMem0Examples(): Promise<string | null> {
  try {
    for (const page of Object.keys(PAGES) as Mem0Page[]) {
      if (isThere(page)) continue;
      const url = `https://raw.githubusercontent.com/mem0ai/mem0/${MEM0_COMMIT}/${page}`;
      const response = await fetch(url, { signal: AbortSignal.timeout(LIMIT_MS) });
      if (!response.ok) return `${url}: ${response.status}`;
      mkdirSync(dirname(join(FOLDER, page)), { recursive: true });
      writeFileSync(join(FOLDER, page), await response.text());
      if (!isThere(page)) return `${url} has other words than it had`;
    }
    return null;
  } catch (error) {
    return String(error);
  }
}

function isThere(page: Mem0Page): boolean {
  const file = join(FOLDER, page);
  if (!existsSync(file)) return false;
  return createHash("sha256").update(readFileSync(file)).digest("hex") === PAGES[page];
}

/** The TypeScript and JavaScript of a page: each block of a document, or the whole file. */
export function codeOf(page: Mem0Page): string[] {
  const text = readFileSync(join(FOLDER, page), "utf8");
  if (page.endsWith(".ts")) return [text];
  const blocks = text.matchAll(/^```(?:ts|typescript|js|javascript)\b.*\n([\s\S]*?)^```/gm);
  return [...blocks].map(([, code]) => code!);
}
