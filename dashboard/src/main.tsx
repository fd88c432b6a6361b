import { render } from "preact";
import { App } from "./app.tsx";
import { loadLanguage, preferredLanguage } from "./i18n/index.ts";
import { applyTheme } from "./theme.ts";
import "./style/base.css";
import "./style/parts.css";
import "./style/first-run.css";
import "./style/memories.css";
import "./style/reading.css";
import "./style/talk.css";
import "./style/playground.css";
import "./style/operations.css";

applyTheme();
await loadLanguage(preferredLanguage());
render(<App />, document.getElementById("app")!);
