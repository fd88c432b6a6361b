/** See start-tools.js. */
export const START_TOOLS: readonly string[];
