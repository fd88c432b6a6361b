const SECRET =
  /\b(?:password|passcode|passphrase|pin(?: code)?|ssn|social security|api key|secret key|token|cvv|card number|credit card|bank account)\b|密码|口令|验证码|银行卡|卡号|身份证号|密钥/iu;

/** Whether words speak of what nobody should keep, even when asked to. */
export function isSecret(words: string): boolean {
  return SECRET.test(words);
}
