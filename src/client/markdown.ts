import type { MarkdownDiff, MarkdownHandle, MarkdownReport, MarkdownStatus } from "../api/markdown.ts";
import { MemoirError } from "../domain/errors.ts";
import { checked, MARKDOWN_CALLS } from "../handles/calls.ts";
import type { Where } from "./request.ts";
import type { Transport } from "./transport.ts";

const PATH = "/api/ltm/markdown";

/** The Markdown file of a scope on a server: the file lies there, at the place that the server's settings name. */
export function remoteMarkdown({ send }: Transport, where: Where): MarkdownHandle {
  const asked = { scope: where.scope, agent: where.agent };
  const handle: MarkdownHandle = {
    async sync({ file, acceptRemovals, signal } = {}) {
      refuseFile(file);
      const body = { ...asked, acceptRemovals };
      return send<MarkdownReport>("POST", `${PATH}/sync`, { body, once: true, signal });
    },
    async diff({ file, acceptRemovals, signal } = {}) {
      refuseFile(file);
      return send<MarkdownDiff>("GET", `${PATH}/diff`, { query: { ...asked, acceptRemovals }, signal });
    },
    async status({ file, signal } = {}) {
      refuseFile(file);
      return send<MarkdownStatus>("GET", `${PATH}/status`, { query: asked, signal });
    },
    async render({ format, signal } = {}) {
      return (await send<{ text: string }>("GET", PATH, { query: { ...asked, format }, signal })).text;
    },
    // biome-ignore lint/correctness/useYield: a feed that fails before its first item.
    async *watch() {
      throw new MemoirError(
        "invalid_argument",
        "watch() works where the file is. Run `memoir markdown watch` beside the server.",
      );
    },
  };
  return checked(handle, MARKDOWN_CALLS, "markdown.");
}

function refuseFile(file: string | undefined): void {
  if (file === undefined) return;
  throw new MemoirError(
    "invalid_argument",
    "A server writes only the file of its own settings (markdown.path). Leave file out, or write what render() gives.",
  );
}
