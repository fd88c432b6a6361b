import type { Host, MemoirCommand } from "./command.ts";

/**
 * The commands in the order of the help, each with the module that defines it. Only the module of the command that was
 * asked for is loaded.
 */
const COMMANDS: Readonly<Record<string, (host: Host) => Promise<MemoirCommand>>> = {
  add: async (host) => (await import("./commands/add.ts")).addCommand(host),
  chat: async (host) => (await import("./commands/chat.ts")).chatCommand(host),
  observe: async (host) => (await import("./commands/observe.ts")).observeCommand(host),
  flush: async (host) => (await import("./commands/observe.ts")).flushCommand(host),
  end: async (host) => (await import("./commands/observe.ts")).endCommand(host),
  compress: async (host) => (await import("./commands/summaries.ts")).compressCommand(host),
  timeline: async (host) => (await import("./commands/summaries.ts")).timelineCommand(host),
  list: async (host) => (await import("./commands/list.ts")).listCommand(host),
  show: async (host) => (await import("./commands/show.ts")).showCommand(host),
  why: async (host) => (await import("./commands/show.ts")).whyCommand(host),
  context: async (host) => (await import("./commands/context.ts")).contextCommand(host),
  feedback: async (host) => (await import("./commands/feedback.ts")).feedbackCommand(host),
  search: async (host) => (await import("./commands/search.ts")).searchCommand(host),
  query: async (host) => (await import("./commands/search.ts")).queryCommand(host),
  digest: async (host) => (await import("./commands/summaries.ts")).digestCommand(host),
  tell: async (host) => (await import("./commands/add.ts")).tellCommand(host),
  review: async (host) => (await import("./commands/review.ts")).reviewCommand(host),
  log: async (host) => (await import("./commands/log.ts")).logCommand(host),
  forget: async (host) => (await import("./commands/forget.ts")).forgetCommand(host),
  writes: async (host) => (await import("./commands/writes.ts")).writesCommand(host),
  restore: async (host) => (await import("./commands/restore.ts")).restoreCommand(host),
  undo: async (host) => (await import("./commands/undo.ts")).undoCommand(host),
  export: async (host) => (await import("./commands/export.ts")).exportCommand(host),
  import: async (host) => (await import("./commands/import.ts")).importCommand(host),
  markdown: async (host) => (await import("./commands/markdown.ts")).markdownCommand(host),
  serve: async (host) => (await import("./commands/serve.ts")).serveCommand(host),
  proxy: async (host) => (await import("./commands/proxy.ts")).proxyCommand(host),
  mcp: async (host) => (await import("./commands/mcp.ts")).mcpCommand(host),
  install: async (host) => (await import("./commands/install.ts")).installCommand(host),
  keys: async (host) => (await import("./commands/keys.ts")).keysCommand(host),
  hooks: async (host) => (await import("./commands/hooks.ts")).hooksCommand(host),
  policy: async (host) => (await import("./commands/policy.ts")).policyCommand(host),
  models: async (host) => (await import("./commands/models.ts")).modelsCommand(host),
  jobs: async (host) => (await import("./commands/jobs.ts")).jobsCommand(host),
  upkeep: async (host) => (await import("./commands/upkeep.ts")).upkeepCommand(host),
  work: async (host) => (await import("./commands/work.ts")).workCommand(host),
  doctor: async (host) => (await import("./commands/doctor.ts")).doctorCommand(host),
  tour: async (host) => (await import("./commands/tour.ts")).tourCommand(host),
  completion: async (host) => (await import("./commands/completion.ts")).completionCommand(host),
};

/** The command of that name; all of them if there is none, or if it is one that looks at the others. */
export function loadCommands(name: string | undefined, host: Host): Promise<MemoirCommand[]> {
  const isOne = name !== undefined && name !== "completion" && Object.hasOwn(COMMANDS, name);
  const loaders = isOne ? [COMMANDS[name]!] : Object.values(COMMANDS);
  return Promise.all(loaders.map((load) => load(host)));
}
