import { pick, stream } from "../random.ts";

/** What a made-up person might tell a bot, a question about it, and which of the topics it is about. */
export interface Note {
  readonly text: string;
  readonly question: string;
  readonly topic: number;
}

const words = (text: string): string[] => text.trim().split(/\s+/);

const NAMES = words(
  "Alice Bruno Chiara Dmitri Elena Farid Greta Hiro Ines Jonas Kavya Liam Marta Nadia Omar Paula Quentin Rosa Samir Tessa Umar Vera Wanda Xenia Yusuf Zoe Anton Bella Cyrus Dana",
);
const VERBS = words(
  "bought repaired lost found painted sold borrowed finished planned cancelled moved cleaned tested ordered described compared photographed packed returned measured forgot replaced cooked studied visited explained hid renamed wrapped inherited",
);
const KINDS = words(
  "old new blue wooden broken expensive heavy tiny quiet second-hand green fragile rusty bright Italian Danish folding electric spare handmade borrowed striped dusty silver narrow",
);
const PLACES = words(
  "Berlin Lisbon Osaka Nairobi Quito Oslo Turin Leeds Chennai Boston Geneva Dakar Lima Seoul Austin Prague Malmö Kraków Bergen Valencia Tbilisi Hanoi Perth Galway Izmir Toledo Ghent Tampere Cardiff Varna",
);
const TIMES = words(
  "Monday Tuesday Wednesday Thursday Friday Saturday Sunday January March April June August October December",
);
const TOPICS = [
  "bicycle tyre saddle helmet chain pedal brake trail pannier lock",
  "kettle recipe oven sourdough pepper saucepan dumpling saffron pantry ladle",
  "guitar amplifier chord rehearsal violin metronome choir setlist microphone tuner",
  "garden tomato compost greenhouse shovel hedge orchard seedling sprinkler tulip",
  "laptop keyboard compiler backup router monitor firmware printer database cable",
  "passport suitcase ferry hostel visa luggage itinerary airport rucksack map",
  "clinic allergy prescription dentist vaccine physiotherapist bandage inhaler surgery thermometer",
  "kitten aquarium leash parrot veterinarian hamster terrier feeder stable hedgehog",
  "budget invoice mortgage pension receipt salary insurance refund loan auditor",
  "novel library manuscript poem bookshop biography chapter editor notebook typewriter",
  "kayak tent compass summit glacier backpack campfire lantern ridge crampon",
  "lecture thesis scholarship laboratory seminar exam textbook tutor diploma microscope",
  "wedding cousin nephew anniversary christening grandmother engagement reunion cradle toast",
  "sofa curtain plumber staircase attic wardrobe ceiling radiator balcony doorbell",
  "painting easel gallery sculpture sketchbook pottery canvas brush exhibition mosaic",
  "marathon treadmill swimsuit goalkeeper trophy racket coach league physio stopwatch",
].map(words);
const REASONS = [
  "because the neighbours had complained about the noise again",
  "after a long talk with the landlord about the winter",
  "and would rather not speak about it at work",
  "so that the children have something to do in the holidays",
  "although the doctor had advised against it",
  "which was much cheaper than anybody in the family expected",
  "and has promised to send pictures as soon as it is done",
  "since the last one did not survive the move",
];
const SYLLABLES = words("ba dor fel gim hul jas kor lun mer nov pit quor ras sel tov urm vex wil yor zan");

export const TOPIC_COUNT = TOPICS.length;

/** The same notes for the same seed; no two alike. Between 100 and 280 characters, with a tail of rare words. */
export function notes(count: number, seed: number): Note[] {
  const next = stream(seed);
  return Array.from({ length: count }, (_, i) => {
    const topic = Math.floor(next() * TOPICS.length);
    const things = TOPICS[topic] ?? [];
    const [name, verb, thing, place] = [
      pick(NAMES, next),
      pick(VERBS, next),
      pick(things, next),
      pick(PLACES, next),
    ];
    const code = `${pick(SYLLABLES, next)}${pick(SYLLABLES, next)}${pick(SYLLABLES, next)}`;
    const parts = [
      `${name} ${verb} the ${pick(KINDS, next)} ${thing} in ${place} on ${pick(TIMES, next)} ${1 + Math.floor(next() * 28)}`,
      `${pick(REASONS, next)}`,
      ...(next() < 0.5
        ? [`and asked ${pick(NAMES, next)} about the ${pick(things, next)} of project ${code}`]
        : []),
    ];
    return {
      text: `${parts.join(", ")} (note ${i}).`,
      question: `What did ${name} do with the ${thing} in ${place}?`,
      topic,
    };
  });
}
