/** Where something can be sent: an address, a link, an account. */
const PLACE =
  /[\w.+-]{1,64}@[\w-]{1,64}\.\w|https?:\/\/|\bwww\.|\b[a-z0-9-]{2,40}\.(?:com|net|org|io|ru|cn|xyz|info|biz|shop|example|top|app|dev|me|co)\b|\b[A-Z]{2}\d{2}[ -]?[A-Z0-9]{4}|\b(?:iban|swift|bic|wallet|paypal|venmo|account (?:no|number|[A-Z0-9]))|\b0x[0-9a-f]{8}|账[户号]|帐[户号]|卡号|收款码|支付宝|微信号/iu;
const MONEY =
  /\b(?:payments?|invoices?|refunds?|salar(?:y|ies)|wire transfers?|deposits?|payouts?|donations?|bank details|passwords?)\b|付款|转账|打款|汇款|发票|退款|工资|款项|密码/iu;
const BOT =
  /(?<!wants )(?<!wants the )\b(?:bot|assistant|ai|agent|chatbot)\b.{0,20}\b(?:should|must|has to|have to|needs? to|shall|will|may|always|never|is to)\b|(?:机器人|助手|小助手|AI).{0,6}(?:要|应该|必须|得|需要|一律|总是|不能|不许|可以)/iu;
const EVERYBODY =
  /\b(?:every(?:body|one)|all (?:of us|of you|members|people|users)|anybody|the (?:whole )?group|others)\b|大家|所有人|全群|全体|每个人|群里|其他人|别人/iu;

/** Whether words tell where something is to be sent. */
export function namesPlace(text: string): boolean {
  return PLACE.test(text);
}

/**
 * Whether a claim reaches beyond who makes it: it tells the bot what to do, speaks of money, of an address, or of
 * everybody. In a group that is not one member's to set.
 */
export function bindsOthers(text: string): boolean {
  return PLACE.test(text) || MONEY.test(text) || BOT.test(text) || EVERYBODY.test(text);
}
