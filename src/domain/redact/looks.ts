/** Words that stand behind "password is" or "password:" without being one. */
const NOT_A_PASSWORD = new Set(
  (
    "a an the any your my his her our their its it this that these those to at in on of for from by with without as if " +
    "not no never none nothing something anything too so very also already still now just only always and or but than " +
    "is was are were be been being do does did has have had will would can could should must may might shall " +
    "what which who where when why how here there yes ok okay same different equal identical similar " +
    "required optional missing needed empty blank null nil undefined true false valid invalid correct incorrect wrong " +
    "right good bad weak strong strength secure insecure safe unsafe long short simple complex easy hard old new fresh " +
    "random unique common private secret public hidden visible shown plain plaintext clear text hash hashed hashes " +
    "string str number int integer bool boolean object any unknown text varchar char bytes char field input value type " +
    "key keys token tokens password passwords passwd pwd passphrase username user login email account manager protected " +
    "reset resets change changes recovery policy policies rule rules hint hints prompt sharing protection security " +
    "case-sensitive 2fa mfa sha1 sha256 sha512 md5 bcrypt argon2 pbkdf2 base64 oauth oauth2 utf8 utf-8 " +
    "everything forgotten gone lost below above elsewhere again off up ready fine enough important available"
  ).split(" "),
);

/** "password is stolen", "is working", "is unbreakable": said about it, not it. */
const SAID_ABOUT = /(?:ed|ing|able|ible|ful|less|ly|en)$/i;

const PLACEHOLDER =
  /^(?:[*•·.xX_#?-]+$|[$%<{[]|your[-_ ]|(?:my[-_ ]?(?:password|secret|token|key)|changeme|example|redacted|n\/a)$)/i;

/** Where a value would be, code that fetches one. */
const EXPRESSION =
  /^(?:process|os|env|config|settings|this|self|req|request|args|options|opts|params|props|ctx|body|data|input|form|user|users|credentials?|secrets|vault|row|record|account|client|app|import|await|new|return|async|function|z|t|yup|joi|types?|schema|models?)[.([]|[([]/;

/** `hashed_password`, `newPassword`: a variable's name. */
function isVariable(value: string): boolean {
  return /^[a-z_]+$/i.test(value) && /password|passwd|pwd|hash|secret|token/i.test(value);
}

/** A mark of our own, a row of stars, `${VAR}`: nothing to hide. */
export function isPlaceholder(value: string): boolean {
  return PLACEHOLDER.test(value) || value.endsWith("...") || value.endsWith("…");
}

/** A value that a person or a program would use as a password. */
export function passwordLike(value: string, where: { quoted: boolean; endsClause: boolean }): boolean {
  if (value.length < 3 || isPlaceholder(value)) return false;
  if (!where.quoted && EXPRESSION.test(value)) return false;
  if (NOT_A_PASSWORD.has(value.toLowerCase()) || (!where.quoted && isVariable(value))) return false;
  if (/\s/.test(value)) return where.quoted && passphraseLike(value);
  if (/^\d{1,3}[-–~]?(?:\d{1,3}|char\w*|digits?|letters?|words?|bits?|days?|times?)$/i.test(value)) {
    return /^\d{4,}$/.test(value);
  }
  if (/\d|[@#$%^&*!+=~]|\p{Ll}\p{Lu}/u.test(value)) return true;
  if (where.quoted) return true;
  return where.endsClause && /^\p{L}[\p{L}_-]*$/u.test(value) && !SAID_ABOUT.test(value);
}

/** Several plain words that make no sentence: "correct horse battery staple". */
export function passphraseLike(value: string): boolean {
  const words = value.toLowerCase().split(/\s+/);
  return (
    words.length <= 24 &&
    words.every((word) => /^[\p{L}\d'-]{3,20}$/u.test(word)) &&
    words.filter((word) => NOT_A_PASSWORD.has(word)).length <= words.length / 2
  );
}

/** A value that no person would think of: letters with digits, or a long mix of cases. */
export function randomLike(value: string, quoted: boolean): boolean {
  if (value.length < 8 || isPlaceholder(value)) return false;
  if (!quoted && EXPRESSION.test(value)) return false;
  if (!/^[\w.~+/=:@!#$%^&*-]+$/.test(value)) return false;
  if (/^(?:https?:|\/|\.\/|\d{4}-\d\d(?:-|$)|\d+\.\d+\.)/.test(value) || /\.[a-z]{2,5}$/.test(value))
    return false;
  if (/\d/.test(value) && /[a-z]/i.test(value)) return true;
  return value.length >= 16 && /[a-z]/.test(value) && /[A-Z]/.test(value);
}
