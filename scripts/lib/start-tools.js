/**
 * The development dependencies that `npm start` installs: a Node that is new enough, what the build takes, the packages
 * that become part of the bundles, and the native runtime of the models.
 */
export const START_TOOLS = [
  "node",
  "typescript",
  "@types/node",
  "@types/pg",
  "rolldown",
  "vite",
  "preact",
  "uplot",
  "@hono/node-server",
  "@hono/zod-openapi",
  "@modelcontextprotocol/server",
  "@opentelemetry/api",
  "commander",
  "croner",
  "hono",
  "jsonc-parser",
  "onnxruntime-node",
  "onnxruntime-web",
  "picocolors",
  "smol-toml",
  "yaml",
];
