/** The development dependencies that `npm start` installs: a Node that is new enough, and what the build takes. */
export const START_TOOLS = [
  "node",
  "typescript",
  "@types/node",
  "@types/pg",
  "rolldown",
  "vite",
  "preact",
  "uplot",
];
