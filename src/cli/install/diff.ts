const CONTEXT = 3;

/** The lines that differ, with a few around them. A change is in one place, so what is alike before and behind it is left out. */
export function diffLines(before: string, after: string): string[] {
  const [old, fresh] = [linesOf(before), linesOf(after)];
  let start = 0;
  while (start < old.length && start < fresh.length && old[start] === fresh[start]) start += 1;
  let end = 0;
  const most = Math.min(old.length, fresh.length) - start;
  while (end < most && old[old.length - 1 - end] === fresh[fresh.length - 1 - end]) end += 1;
  if (start === old.length && start === fresh.length) return [];
  const around = (lines: readonly string[]): string[] => lines.map((line) => `  ${line}`);
  return [
    ...around(old.slice(Math.max(0, start - CONTEXT), start)),
    ...old.slice(start, old.length - end).map((line) => `- ${line}`),
    ...fresh.slice(start, fresh.length - end).map((line) => `+ ${line}`),
    ...around(old.slice(old.length - end, old.length - end + CONTEXT)),
  ].map(withoutSecrets);
}

function linesOf(text: string): string[] {
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

/** Keys of ours, and passwords in addresses, are written and not shown. */
function withoutSecrets(line: string): string {
  return line.replace(/mk_[\w-]+/g, "mk_…").replace(/(:\/\/[^\s:@/]{1,200}:)[^\s@]{1,500}@/g, "$1…@");
}
