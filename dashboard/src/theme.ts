import { useState } from "preact/hooks";
import { readPreference, writePreference } from "./preference.ts";

export type Theme = "light" | "dark" | "system";

export function applyTheme(): void {
  document.documentElement.dataset.theme = readPreference("theme") ?? "system";
}

export function useTheme(): [theme: Theme, set: (theme: Theme) => void] {
  const [theme, setTheme] = useState<Theme>((readPreference("theme") as Theme | null) ?? "system");
  return [
    theme,
    (next) => {
      writePreference("theme", next);
      applyTheme();
      setTheme(next);
    },
  ];
}
