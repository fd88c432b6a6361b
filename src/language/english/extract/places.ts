const COUNTRIES_WITH_THE =
  /^the (?:us|usa|u\.s\.|uk|u\.k\.|states|united|netherlands|philippines|czech|bahamas|maldives|uae|bay area|midwest|south|north|east|west|balkans|caribbean|countryside|suburbs|city|coast|mountains|village|highlands|algarve|bronx|hague|outskirts|centre|center|dominican)\b/i;
/** Words after "from" or "in" that name no place. */
const NOT_PLACE =
  /^(?:an?|the|my|our|your|his|her|their|this|that|these|those|what|where|when|how|here|there|it|you|me|him|them|now|then|scratch|home|work|today|yesterday|tomorrow|experience|memory|time|reading|fear|peace|hope|denial|pain|love|bed|hell|heaven|sin|harmony|poverty|squalor|constant|total|complete|one|two|three|four|five|some|any|all|every|each|no|both|such|general|fact|person|public|private|trouble|between|among|different|various|another|other|many|most|more|several|certain|luxury|comfort|style|truth|reality|interesting|january|february|march|april|may|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday|spring|summer|autumn|fall|winter|[12]\d{3}|\d+)\b/i;

/** Whether words name a town or a country, as far as words alone can tell: no article, or one that belongs there. */
export function isPlace(words: string): boolean {
  const place = words.trim();
  if (place === "" || place.length > 80) return false;
  return COUNTRIES_WITH_THE.test(place) || !NOT_PLACE.test(place);
}

const DWELLING =
  /^(?:an?|the|my|our|one|two|three|some) (?:[\w'-]+ ){0,4}?(?:apartment|flat|house|studio|condo|cabin|cottage|farm|town|city|village|suburb|neighbou?rhood|island|basement|dorm|room|place|houseboat|van|camper|mobile home|trailer|building|floor|high-rise|townhouse|loft|duplex|bungalow|area|region|country)\b/i;

/** "A small flat near the station": how somebody lives rather than where. */
export function isDwelling(words: string): boolean {
  return DWELLING.test(words);
}

/** The town in "a small flat in Oslo", if one is named. */
export function townOf(words: string): string | undefined {
  const match =
    /\b(?:in|near|outside(?: of)?) ((?:the )?\p{Lu}[\p{L}.'-]*(?:,? \p{Lu}[\p{L}.'-]*){0,4})/u.exec(words);
  return match?.[1];
}
