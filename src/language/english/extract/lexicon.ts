import { regex } from "../../shared/words.ts";

/** Word lists of the English rules: what tells a trade from a mood, a possession from a question. */

function words(list: string): string {
  return list.trim().replace(/\s+/g, "|").replaceAll("_", "[ -]");
}

function set(list: string): ReadonlySet<string> {
  return new Set(
    list
      .trim()
      .split(/\s+/)
      .map((word) => word.replaceAll("_", " ")),
  );
}

const KIN = words(`
  mother_in_law father_in_law sister_in_law brother_in_law mother mom mum mommy mama ma father dad daddy papa pa parents? brothers? sisters? siblings? sons? daughters? kids?
  child(?:ren)? baby twins? toddlers? wife husband spouse partner girlfriend boyfriend fianc[eé]e? grandmother grandma
  granny grandfather grandpa granddad grandparents? grandsons? granddaughters? grandkids? uncles? aunts? auntie
  cousins? nephews? nieces? mother_in_law father_in_law sister_in_law brother_in_law in_laws stepmother stepmom
  stepfather stepdad stepson stepdaughter stepbrother stepsister half_brother half_sister godmother godfather
  hubby hubs wifey missus bro sis nan gran kiddo little_one eldest oldest youngest ex ex_wife ex_husband ex_girlfriend ex_boyfriend family
`);
const OTHERS = words(`
  friends? bestie buddy roommates? flatmates? housemates? neighbou?rs? boss manager supervisor co_?workers?
  colleagues? teachers? professor doctor therapist dentist landlord landlady mentor tutor coach trainer nanny
  client assistant_manager teammates? classmates? advisor childminder babysitter au_pair director conductor vet gp
  physio physiotherapist midwife cleaner plumber electrician accountant lawyer hairdresser editor intern bandmates?
`);
const PET = words(`
  dogs? puppy puppies pup cats? kitten kitties kittens kitty rabbits? bunny bunnies hamsters? parrots? budgie
  cockatiel birds? goldfish fish turtles? tortoise horses? pony snake lizard gecko guinea_pigs? ferrets? hedgehog
  chickens? hens? goats? rats? axolotl iguana chinchilla donkey pets?
  (?:golden|labrador)_retriever labrador lab poodle beagle corgi husky dachshund bulldog terrier chihuahua pug
  german_shepherd border_collie collie shih_tzu greyhound tabby siamese maine_coon ragdoll
`);
const OLDER =
  "(?:(?:older|younger|elder|eldest|oldest|youngest|little|big|baby|twin|middle|best|closest|good|old|new|late|ex|former|only|first|second|dear|own|grown|step) )";

/** "older brother", "best friend", "dog". */
export const RELATION = `${OLDER}{0,2}(?:${KIN}|${OTHERS}|${PET})`;
export const KIN_WORD = regex.i`^${OLDER}{0,2}(?:${KIN})$`;
export const PET_WORD = regex.i`^${OLDER}{0,2}(?:${PET})$`;
export const PARTNER_WORD =
  /^(?:new |long-term )?(?:wife|wifey|missus|husband|hubby|hubs|spouse|partner|girlfriend|boyfriend|fianc[eé]e?)$/i;

export function topicOf(relation: string): "partner" | "pet" | "family" {
  return PARTNER_WORD.test(relation) ? "partner" : PET_WORD.test(relation) ? "pet" : "family";
}

export const MASCULINE =
  /\b(?:father|dad|daddy|papa|brother|bro|son|husband|hubby|hubs|boyfriend|fiancé|grandfather|grandpa|granddad|grandson|uncle|nephew|stepfather|stepdad|stepson|stepbrother)\b/i;
export const FEMININE =
  /\b(?:mother|mom|mum|mommy|mama|sister|sis|daughter|wife|wifey|missus|nan|gran|girlfriend|fiancée|grandmother|grandma|granny|granddaughter|aunt|auntie|niece|stepmother|stepmom|stepdaughter|stepsister|landlady)\b/i;

/** A trade by its last word. */
const TRADES = set(`
  accountant actor actress actuary administrator advisor adviser advocate agent agronomist analyst anesthesiologist
  animator anthropologist apprentice archaeologist architect archivist artist assistant associate astronomer attorney auditor
  author babysitter baker banker barber barista barrister bartender biologist blacksmith blogger bookkeeper botanist
  brewer broker builder butcher cabinetmaker captain caregiver carer caretaker carpenter cashier ceo cfo chauffeur chef chemist
  chiropractor choreographer cio cleaner clerk coach columnist comedian composer conductor consultant contractor
  controller cook coo coordinator copywriter coroner counselor counsellor courier cto curator dancer dealer dba
  dentist dermatologist designer detective developer devops dietitian diplomat director dispatcher dj doctor driver
  ecologist economist editor educator electrician engineer entrepreneur epidemiologist estimator ethicist executive
  farmer firefighter fireman fisherman florist foreman founder co-founder freelancer gardener geologist geographer
  grower guard guide hairdresser handyman historian housekeeper housewife homemaker hygienist illustrator influencer
  inspector instructor intern interpreter inventor investor janitor jeweler jeweller journalist judge landscaper lawyer lead
  lecturer librarian lifeguard linguist locksmith logistician magician maintainer maker manager marketer marketeer
  mason masseuse mathematician mechanic mediator medic merchandiser meteorologist microbiologist midwife
  miner minister model mortician musician nanny nurse nutritionist officer operator optician optometrist
  organizer orthodontist owner painter paralegal paramedic pastor pathologist pediatrician pharmacist
  philosopher photographer physician physicist physiotherapist physio pianist pilot planner plumber poet policeman
  policewoman politician postdoc postman potter president priest principal producer professor programmer psychiatrist
  psychologist publicist publisher radiographer radiologist ranger realtor receptionist recruiter referee
  reporter representative rep researcher restaurateur roofer sailor salesman salesperson saleswoman scientist
  scrum_master sculptor secretary seamstress server sheriff shopkeeper singer social_worker sociologist soldier
  solicitor specialist stagehand statistician stockbroker strategist streamer stylist superintendent supervisor
  surgeon surveyor sysadmin tailor teacher technician technologist tester therapist tiler toolmaker trader trainee trainer
  translator treasurer trucker tutor typist underwriter upholsterer usher valet vet veterinarian videographer
  vintner violinist vp waiter waitress warden watchmaker weaver welder winemaker worker writer youtuber zookeeper
  contractor barback sommelier crane_operator postgrad phd_candidate
`);

const TRADE_ENDING =
  /(?:ologist|ographer|[a-z]{3}keeper|smith|[a-z]{3}maker|[a-z]{3}worker|[a-z]{3}builder|wright|[a-z]{4}ist|ician|iatrist|[a-z]{3}woman|[a-z]{3}sman)$/;
const NO_TRADE =
  /^(?:pessim|optim|real|ideal|femin|minimal|perfection|narciss|masoch|sad|human|rac|sex|nudist|capital|social|commun|egot|extrem|fasc|national|conform|tour|material|ideolog|purist|athe|existential|hedon|alarm|cycl|motor|scept|skept|big|homo|loy|popul|anarch|stoic).*ist$|^(?:gentlewoman|craftswoman|sportsman)$/;

/** The trade a noun phrase names: "freelance graphic designer at Acme" → true; "huge mess" → false. */
export function namesTrade(phrase: string): boolean {
  const head = headOf(phrase);
  const last = head.split(" ").at(-1)!;
  return (
    TRADES.has(last) ||
    TRADES.has(head.split(" ").slice(-2).join(" ")) ||
    (TRADE_ENDING.test(last) && !NO_TRADE.test(last))
  );
}

/** The noun that a phrase is about, with what stands before it. */
function headOf(phrase: string): string {
  const end = phrase.search(
    / (?:at|for|in|from|with|who|that|by|based|working|specializing|specialising|and|or|of|on|to|here|now)\b|[,(]/i,
  );
  return (end < 0 ? phrase : phrase.slice(0, end)).toLowerCase().trim();
}

export const DIET =
  /^(?:an? )?(?:strict |lifelong |committed |proud |mostly |fully |full-time |ovo-|lacto-){0,4}(vegan|vegetarian|veggie|pescatarian|pescetarian|flexitarian|keto|carnivore|omnivore|teetotal(?:er)?|gluten[- ]free|dairy[- ]free|halal|kosher|plant[- ]based|meat[- ]eater|sober)\b/i;
/** Conditions that stay; what passes in a week is not here. */
export const CONDITION =
  /\b(diabet(?:es|ic)|prediabet(?:es|ic)|asthma(?:tic)?|epilep(?:sy|tic)|an(?:a)?emi[ac]|autis(?:m|tic)|on the spectrum|asperger'?s?|dyslexi[ac]|dyspraxi[ac]|dyscalculi[ac]|adhd|ocd|ptsd|bipolar|depression|clinically depressed|anxiety|panic attacks|insomnia(?:c)?|sleep apn(?:o)?ea|narcolepsy|migraines?|(?:high|low) blood pressure|hypertension|(?:high )?cholesterol|heart (?:condition|disease|murmur|problems?)|arrhythmia|pacemaker|arthritis|osteoporosis|scoliosis|herniated disc|slipped disc|bad (?:knee|back|knees|hip|shoulder)|c(?:o)?eliac(?: disease)?|crohn'?s(?: disease)?|ibs|ulcerative colitis|acid reflux|gerd|gout|psoriasis|eczema|rosacea|lupus|fibromyalgia|multiple sclerosis|parkinson'?s|cancer|leuk(?:a)?emia|endometriosis|pcos|thyroid|hypothyroidism|hyperthyroidism|kidney (?:disease|stones)|tinnitus|vertigo|glaucoma|colou?r[- ]?blind(?:ness)?|deaf|hard of hearing|hearing loss|legally blind|blind in|near-?sighted|short-?sighted|far-?sighted|astigmatism|immunocompromised|hay ?fever|food allergies|hemophilia|sickle cell|chronic \w+(?: \w+)?|long covid|tourette'?s?|stutter|peanut allergy|wheelchair|prosthetic|type [12]|hiv|hepatitis|eating disorder|gluten intolerance|lactose intolerance)\b/i;
export const LANGUAGE =
  "(?:english|spanish|french|german|italian|portuguese|dutch|swedish|norwegian|danish|finnish|icelandic|polish|czech|slovak|hungarian|romanian|bulgarian|serbian|croatian|slovenian|greek|turkish|russian|ukrainian|belarusian|lithuanian|latvian|estonian|arabic|hebrew|persian|farsi|kurdish|urdu|hindi|bengali|punjabi|tamil|telugu|malayalam|kannada|gujarati|marathi|nepali|sinhala|thai|vietnamese|indonesian|malay|tagalog|filipino|japanese|korean|chinese|mandarin|cantonese|hokkien|taiwanese|shanghainese|mongolian|kazakh|georgian|armenian|swahili|amharic|somali|yoruba|igbo|hausa|zulu|afrikaans|welsh|irish|gaelic|catalan|basque|galician|latin|esperanto|asl|sign language|british sign language|american english|british english|simplified chinese|traditional chinese|中文|普通话|粤语|日语|英语)";
export const INSTRUMENT_OR_SPORT =
  /^(?:(?:some|a (?:bit|little) of|a lot of|competitive|professional|semi-professional|amateur|beach|table|field|ice|classical|electric|acoustic|bass|online|indoor|sunday[- ]league|the) ){0,4}(guitar|piano|violin|viola|cello|bass|drums?|flute|saxophone|sax|trumpet|trombone|clarinet|harp|ukulele|banjo|keyboards?|organ|accordion|harmonica|recorder|oboe|tabla|sitar|erhu|guzheng|football|soccer|basketball|baseball|softball|volleyball|tennis|badminton|squash|padel|pickleball|ping[- ]?pong|golf|hockey|rugby|cricket|lacrosse|handball|water polo|chess|poker|go|bridge|mahjong|dungeons (?:and|&) dragons|d&d|board games|video ?games|card games|magic|warhammer|darts|pool|snooker|billiards|bowling|ultimate|frisbee|minecraft|fortnite|valorant|league(?: of legends)?|lol|dota(?: 2)?|overwatch|counter-?strike|cs(?:go|2)?|apex(?: legends)?|stardew valley|zelda|elden ring|genshin(?: impact)?|wow|world of warcraft|final fantasy(?: \w+)?|pok[eé]mon(?: \w+)?|fifa|roblox|starcraft|civilization|in a band|in an orchestra)\b/i;
/** Happenings that are put in a calendar. */
export const OCCASION =
  "(?:appointment|check-?up|surgery|operation|scan|mri|blood test|therapy session|session|meeting|call|interview|exam|test|midterms?|finals?|quiz|presentation|deadline|flight|train|trip|vacation|holidays?|wedding|funeral|party|dinner|lunch|brunch|date|concert|gig|recital|show|game|match|race|marathon|half[- ]marathon|tournament|competition|conference|workshop|seminar|lecture|class|course|lesson|training|reunion|anniversary|birthday|graduation|ceremony|due date|delivery|move|moving day|inspection|viewing|court date|hearing|audition|rehearsal|performance|demo|review|performance review|sprint|launch|release|first day|last day|new job|shift|tournament|camp|retreat|festival|visa interview|driving test|jury duty|tickets|haircut|visit|reservation|booking|webinar|standup|defen[cs]e|thesis defen[cs]e|baby shower|hackathon|exhibition|essay|paper|report|assignment|homework|project|application|tax(?:es)?(?: return)?|rent|bill|subscription|contract|lease|visa|passport|license|licence|insurance)";
