/** Base and past, and the participle where it is another word. */
const TABLE = `
  be was been, become became become, begin began begun, bet bet, bite bit bitten, bleed bled,
  blow blew blown, break broke broken, bring brought, build built, burn burnt, burst burst, buy bought,
  catch caught, choose chose chosen, come came come, cost cost, cut cut, deal dealt, dig dug, do did done,
  draw drew drawn, dream dreamt, drink drank drunk, drive drove driven, eat ate eaten, fall fell fallen,
  feed fed, feel felt, fight fought, find found, fly flew flown, forget forgot forgotten,
  forgive forgave forgiven, freeze froze frozen, get got gotten, give gave given, go went gone,
  grow grew grown, hang hung, have had, hear heard, hide hid hidden, hit hit, hold held, hurt hurt, keep kept,
  know knew known, lay laid, lead led, leap leapt, learn learnt, leave left, lend lent, let let, lie lay lain,
  light lit, lose lost, make made, mean meant, meet met, pay paid, put put, quit quit, read read,
  ride rode ridden, ring rang rung, rise rose risen, run ran run, say said, see saw seen, seek sought,
  sell sold, send sent, set set, shake shook shaken, shine shone, shoot shot, show showed shown, shut shut,
  sing sang sung, sink sank sunk, sit sat, sleep slept, slide slid, smell smelt, speak spoke spoken,
  spend spent, spin spun, split split, spread spread, stand stood, steal stole stolen, stick stuck,
  strike struck, swear swore sworn, sweep swept, swim swam swum, swing swung, take took taken, teach taught,
  tear tore torn, tell told, think thought, throw threw thrown, undergo underwent undergone,
  understand understood, wake woke woken, wear wore worn, wed wed, win won, withdraw withdrew withdrawn,
  write wrote written`;

/** The verbs whose forms no rule of spelling gives. */
export const IRREGULAR_VERBS: readonly (readonly [base: string, past: string, participle: string])[] =
  TABLE.split(",").map((line) => {
    const [base = "", past = "", participle = past] = line.trim().split(" ");
    return [base, past, participle] as const;
  });
