/** Letters that nobody tells from Latin ones; a row begins with the plain one. Capital Η is an H, small η an n. */
const ROWS = [
  "aаαɑᴀ bвьβʙ cсϲᴄ dԁđᴅ eеєεᴇ fꜰ gɡցɢ hһнհħʜ iіιıɪ jјϳᴊ kкκᴋ lӏłʟ mмᴍ nηпոɴ oоοσøօᴏ pрρᴘ qԛզ rгʀ sѕꜱ tтτŧᴛ uυиսᴜ vνѵᴠ wԝωᴡ xхχ",
  "yуγүʏ zᴢ AΑАᎪ BΒВᏴ CСϹᏟ DᎠ EΕЕᎬ FϜ GԌᏀ HΗНᎻ IΙІӀ JЈᎫ KΚКᏦ LᏞŁ MΜМᎷ NΝ OΟОՕØ PΡРᏢ QԚ RᎡ SЅᏚ TΤТᎢ UՍ VѴᏙ WԜᏔ XΧХ YΥУҮ ZΖᏃ",
]
  .join(" ")
  .split(" ");

const LOOK_ALIKES: Readonly<Record<string, string>> = Object.fromEntries(
  ROWS.flatMap(([plain = "", ...others]) => others.map((other) => [other, plain])),
);

const ANY = `[${Object.keys(LOOK_ALIKES).join("")}]`;
const EACH = new RegExp(ANY, "gu");

/** A letter of another script as the Latin one that it looks like; any other stays. */
export function plainLetter(letter: string): string {
  return LOOK_ALIKES[letter] ?? LOOK_ALIKES[letter.toLowerCase()] ?? letter;
}

/** Whether a text has a letter that looks like a Latin one. */
export const HAS_LOOK_ALIKE = new RegExp(ANY, "iu");
/** A word of nothing but look-alikes. */
export const ALL_LOOK_ALIKES = new RegExp(`^${ANY}+$`, "iu");

/** Letters and digits without case, width, accents, spaces and whatever nobody sees. */
function bare(name: string): string {
  return name
    .normalize("NFKC")
    .normalize("NFD")
    .replaceAll(/[^\p{L}\p{N}]+/gu, "");
}

const plain = (text: string): string => text.replace(EACH, (letter) => LOOK_ALIKES[letter]!);

/** A text with plain letters, in lower case: look-alikes as the Latin letters, and nothing that nobody sees. */
export function plainText(text: string): string {
  const seen = text.normalize("NFKC").replaceAll(/[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu, "");
  return plain(plain(seen).toLowerCase());
}

/**
 * What a reader may take a name for: two names of which one form is the same are mixed up. They are compared without case,
 * without case in Latin look-alikes, and by sight: capital I, small l and 1, O and 0, rn and m. None for a name without letters.
 */
export function confusableForms(name: string): readonly string[] {
  const letters = bare(name);
  if (letters === "") return [];
  const latin = plain(letters);
  const sight = latin
    .replaceAll(/[I1]/g, "l")
    .replaceAll(/[O0]/g, "o")
    .replaceAll("rn", "m")
    .replaceAll("vv", "w");
  return [...new Set([letters.toLowerCase(), plain(latin.toLowerCase()), `=${sight}`])];
}
