import { existsSync, globSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { pages, textOf } from "./support/docs/pages.ts";
import { root } from "./support/program.ts";

const LINKED = [
  ...pages(),
  "CHANGELOG.md",
  "training/README.md",
  ...globSync("bench/**/*.md", { cwd: root }),
];

/** The page without its code, where brackets mean something else. */
function prose(page: string): string {
  return textOf(page)
    .replaceAll(/^```[\s\S]*?^```$/gm, "")
    .replaceAll(/`[^`\n]*`/g, (code) => code.replaceAll(/[[\]()]/g, " "));
}

/** The anchors of a page's headings, as GitHub makes them. */
function anchorsOf(page: string): Set<string> {
  const seen = new Map<string, number>();
  const headings = textOf(page)
    .replaceAll(/^```[\s\S]*?^```$/gm, "")
    .matchAll(/^#{1,6} (.+)$/gm);
  return new Set(
    [...headings].map(([, heading = ""]) => {
      const words = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1").toLowerCase();
      const anchor = words.replaceAll(/[^\p{L}\p{N}\p{M}_ -]/gu, "").replaceAll(" ", "-");
      const count = seen.get(anchor) ?? 0;
      seen.set(anchor, count + 1);
      return count === 0 ? anchor : `${anchor}-${count}`;
    }),
  );
}

function problemsOf(page: string): string[] {
  const targets = [
    ...[...prose(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target!),
    ...[...textOf(page).matchAll(/(?:src|srcset)="([^"]+)"/g)].map(([, target]) => target!),
  ];
  return targets
    .filter((target) => !/^[a-z]+:/.test(target))
    .filter((target) => {
      const [path = "", anchor] = target.split("#");
      const file = path === "" ? page : join(dirname(page), path);
      if (!existsSync(join(root, file))) return true;
      return anchor !== undefined && file.endsWith(".md") && !anchorsOf(file).has(anchor);
    });
}

describe("links", () => {
  it("every file and heading that a page links to is there", () => {
    const problems = LINKED.flatMap((page) => problemsOf(page).map((target) => `${page}: ${target}`));
    expect(problems).toEqual([]);
  });

  it("every page can be reached from README.md", () => {
    const reached = new Set<string>();
    const reach = (page: string): void => {
      if (reached.has(page)) return;
      reached.add(page);
      for (const [, target = ""] of prose(page).matchAll(/\]\(([^)#\s]+\.md)/g)) {
        if (!/^[a-z]+:/.test(target)) reach(join(dirname(page), target));
      }
    };
    reach("README.md");
    expect(pages().filter((page) => !reached.has(page))).toEqual([]);
  });

  it("every page that the program or its source names is there", () => {
    const files = globSync("{src,bench,scripts,dashboard/src,test}/**/*.{ts,tsx,js}", { cwd: root });
    const missing = files.flatMap((file) =>
      [...textOf(file).matchAll(/(?<![\w./-])docs\/[\w/-]+\.md\b/g)]
        .filter(([page]) => !existsSync(join(root, page)))
        .map(([page]) => `${file}: ${page}`),
    );
    expect(missing).toEqual([]);
  });
});

it("docs/testing.md shows the example that runs", () => {
  const example = textOf("examples/testing-a-bot.test.ts")
    .replace('"../src/index.ts"', '"memoir"')
    .replace('"../src/testing/index.ts"', '"memoir/testing"');
  expect(textOf("docs/testing.md")).toContain(`\`\`\`ts\n${example}\`\`\``);
});
