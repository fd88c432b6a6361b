/** Whether a subject is the one who speaks, or somebody of theirs: `alice`, `alice's brother`. Ids are compared exactly. */
export function isOwn(subject: string, actor: string): boolean {
  return subject === actor || subject.startsWith(`${actor}'s `);
}

/** Whether two names in a text are written alike: `Alice` is `alice`. It never tells who somebody is (R326). */
export function sameName(a: string, b: string): boolean {
  return folded(a) === folded(b);
}

function folded(name: string): string {
  return name.normalize("NFKC").trim().toLowerCase();
}
