/** How long an answer may take. `late` settles when the time is up. */
export interface Deadline {
  readonly late: Promise<"deadline"> | undefined;
  readonly passed: boolean;
  stop(): void;
}

export function deadlineIn(ms: number | null): Deadline {
  if (ms === null) return { late: undefined, passed: false, stop: () => undefined };
  let timer: NodeJS.Timeout | undefined;
  let passed = false;
  const late = new Promise<"deadline">((resolve) => {
    timer = setTimeout(() => {
      passed = true;
      resolve("deadline");
    }, ms);
  });
  return {
    late,
    get passed() {
      return passed;
    },
    stop: () => clearTimeout(timer),
  };
}
