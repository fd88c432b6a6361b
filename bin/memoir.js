#!/usr/bin/env node
// Only syntax and calls that old versions of Node know: it has to run there to say what is wrong.

const parts = process.versions.node.split(".").map(Number);

if (parts[0] < 22 || (parts[0] === 22 && parts[1] < 16)) {
  const message =
    `Memoir needs Node 22.16 or newer, this is ${process.versions.node}. Install a newer Node ` +
    "(https://nodejs.org) or run it through the checkout: npm exec memoir -- …";
  const code = "unsupported_runtime";
  process.stderr.write(
    process.argv.includes("--json")
      ? `${JSON.stringify({ error: { code, message, details: {} } })}\n`
      : `memoir: ${message} (${code})\n`,
  );
  process.exitCode = 1;
} else {
  silenceSqliteWarning();
  run().then(
    (code) => {
      process.exitCode = code;
    },
    (error) => {
      process.stderr.write(`memoir: ${error instanceof Error ? error.stack : error}\n`);
      process.exitCode = 1;
    },
  );
}

/** Node 22 calls its SQLite experimental on every start. Every other warning stays. */
function silenceSqliteWarning() {
  const emitWarning = process.emitWarning;
  process.emitWarning = (warning, ...rest) => {
    const type = typeof rest[0] === "object" && rest[0] !== null ? rest[0].type : rest[0];
    if (type === "ExperimentalWarning" && String(warning).startsWith("SQLite")) return;
    emitWarning.call(process, warning, ...rest);
  };
}

async function run() {
  const { existsSync } = await import("node:fs");
  const entry = new URL("../dist/cli/main.js", import.meta.url);
  if (!existsSync(entry)) {
    process.stderr.write('memoir is not built: run "npm run build" first\n');
    return 1;
  }
  // What was compiled once need not be again: every command starts a fifth sooner.
  const { enableCompileCache } = await import("node:module");
  enableCompileCache();
  const { main } = await import(entry.href);
  return main(process.argv.slice(2));
}
