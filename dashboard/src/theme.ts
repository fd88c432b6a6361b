import { useEffect, useState } from "preact/hooks";
import { readPreference, writePreference } from "./preference.ts";

export type Theme = "light" | "dark";

const system = matchMedia("(prefers-color-scheme: dark)");
const listeners = new Set<() => void>();

/** As chosen here, else as the browser says. */
function currentTheme(): Theme {
  const chosen = readPreference("theme");
  if (chosen === "light" || chosen === "dark") return chosen;
  return system.matches ? "dark" : "light";
}

/** Sets the colours of the page, now and whenever they change. */
export function applyTheme(): void {
  document.documentElement.dataset.theme = currentTheme();
  for (const listener of listeners) listener();
}

system.addEventListener("change", applyTheme);

export function chooseTheme(theme: Theme): void {
  writePreference("theme", theme);
  applyTheme();
}

export function useTheme(): Theme {
  const [theme, setTheme] = useState(currentTheme);
  useEffect(() => {
    const changed = (): void => setTheme(currentTheme());
    listeners.add(changed);
    return () => {
      listeners.delete(changed);
    };
  }, []);
  return theme;
}
