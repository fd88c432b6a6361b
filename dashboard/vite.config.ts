import { defineConfig } from "vite";

/** `scripts/build.js` says where the page goes; the server serves it at `/`. */
export default defineConfig({
  root: import.meta.dirname,
  base: "/",
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    target: "es2022",
    // The server's content security policy allows neither inline scripts nor data URLs for them.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Read by scripts/build.js.
    license: { fileName: ".vite/license.json" },
  },
});
