/** Whether two names of a subject are one: `Alice` is `alice`, however they are typed. */
export function sameName(a: string | null, b: string | null): boolean {
  return a === b || (a !== null && b !== null && folded(a) === folded(b));
}

/** Whether a subject is the one who speaks, or somebody of theirs: `alice`, `alice's brother`. */
export function isOwn(subject: string, actor: string): boolean {
  const [whose, who] = [folded(subject), folded(actor)];
  return whose === who || whose.startsWith(`${who}'s `);
}

function folded(name: string): string {
  return name.normalize("NFKC").trim().toLowerCase();
}
