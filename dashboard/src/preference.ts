/** Choices of this browser: the theme and the language. Storage may be switched off, and then they last until a reload. */
export function readPreference(name: string): string | null {
  try {
    return localStorage.getItem(`memoir.${name}`);
  } catch {
    return null;
  }
}

export function writePreference(name: string, value: string): void {
  try {
    localStorage.setItem(`memoir.${name}`, value);
  } catch {
    // See above.
  }
}
