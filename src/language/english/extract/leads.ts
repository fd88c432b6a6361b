import { type Lead, type LeadWords, readLeadBy } from "../../shared/claim.ts";

export type { Lead };

const FILLER =
  /^(?:(?:oh|ah|aw|aww|well|so|ok|okay|hey there|hi there|hey|hi|hello|yo|yes|yeah|yep|yup|ya|right|sure|anyway|anyways|also|and|but|plus|btw|by the way|fyi|in fact|honestly|technically|strictly speaking|in reality|to be honest|tbh|ngl|frankly|basically|literally|fun fact|random fact|quick (?:note|thing|update|one|fact)|one (?:more )?thing(?=[:,])|just so you know|jsyk|for context|for reference|some context(?: before i ask)?|context|background|for the record|as you (?:know|may know)|as i (?:said|mentioned)|like i (?:said|mentioned)|as mentioned|you know|you see|look|listen|hm+|um+|uh+|ugh|wow|omg|yay|haha|hehe|update|ps|p\.s\.|note|good news|bad news|great news|big news|guess what|turns out|it turns out(?: that)?|thanks|thank you|because|cause|since|although|though|first(?:ly)?|second(?:ly)?|then|nowadays|these days|lately|fortunately|unfortunately|sadly|luckily|personally|in general|generally|apparently|obviously|clearly|basically|long story short|good morning|good evening|morning|mind you|i mean|like|speaking of which|truth is|the truth is(?: that)?|the thing is(?: that)?|it is true that|about me|me(?! and\b)|true|same here|me too|nope|nah|the reason is(?: that)?|that is because|which is why|that is why|to clarify|to be clear|in short|in other words|heads up|just a heads up|just fyi|word of warning|friendly reminder|reminder|introducing myself|quick intro|a bit about me|a little about me|(?:right )?now|currently|at the moment|today i learned that|recently|for what it is worth|fwiw|ever since then|yes please)\b[\s,:;.!…-]*)/i;
const CORRECTION =
  /^(?:(?:no(?=[\s]*[,.!;:]|\s(?:i|my|it|that|wait|actually|sorry|we|the|our|his|her)\b)|nope|nah|wait|actually|oops|whoops|sorry|correction|my (?:bad|mistake)|scratch that|i misspoke|i was wrong|that is (?:wrong|not right|incorrect|not true|outdated)|not (?:true|quite|right)|i meant(?: to say)?|i made a mistake|let me correct (?:that|myself)|to correct myself|typo|in fact|rather|on second thought|update|i lied)\b[\s,:;.!…-]*)/i;
const HEDGE =
  /^(?:(?:i (?:think|guess|believe|suppose|feel like|assume)|maybe|perhaps|probably|possibly|i am (?:pretty|fairly|quite|almost) sure|if i remember (?:correctly|right)|afaik|as far as i know|i might be wrong but|not sure but|it (?:seems|looks like|is possible)(?: that)?)(?: that)?[\s,]+)(?=(?:i|my|we|our|he|she|they|it)\b)/i;
const INTRODUCTION =
  /^(?:(?:i (?:should|want to|wanted to|need to|must|have to|would like to|just wanted to|forgot to|may have to|will|can) (?:mention|tell you|say|add|let you know|note|point out|confess|admit|clarify|inform you|introduce myself|remind you)|i (?:am|was) (?:happy|glad|excited|proud|sad|sorry|pleased|thrilled) to (?:say|announce|report)|let me (?:tell you|add|mention|introduce myself|clarify)|did i (?:mention|tell you|say)|have i (?:told you|mentioned)|you should know|i just wanted you to know|just to let you know|i (?:confess|admit)|i forgot to (?:mention|say)|know that|keep in mind|bear in mind|be aware|just know|i (?:told|already told|just told) you|i already (?:said|mentioned))(?: that)?[\s,:]+)(?=(?:i|my|we|our|he|she|they)\b)/i;
const REMEMBER =
  /^(?:(?:please|and|also|just|so|(?:can|could) you(?: please)?|i (?:want|need|would like) you to|you (?:should|must)|make sure (?:to|you)) ){0,4}(?:remember(?: this| these| the following)?(?! when| how| me\b| the time| to\b| that time)|do not (?:ever )?forget(?! to\b| about it)|never forget(?! to\b)|keep in mind|bear in mind|(?:make|take) (?:a )?(?:mental )?note|note to self(?: via you)?|note(?: down)?(?= that|:|,)|memori[sz]e(?: this)?|(?:save|store|record|log|write down|jot down)(?: this| the following| that)?(?=:| that| in)|add (?:this )?to (?:your |my )?(?:memory|notes)|commit (?:this )?to memory|for (?:future|your) reference|put (?:this )?in your (?:memory|notes))(?: (?:that|the fact that|this|the following|of the fact that|for me|for later|for next time|for future reference|about me)){0,4}(?:[\s,:–-]+|$)/i;
const LASTING =
  /^(?:from now on|from here on(?: out)?|in (?:the )?future|going forward|moving forward|henceforth|from today(?: on)?|by default|as a (?:general )?rule|for all (?:future )?(?:answers|replies|responses|messages|conversations)|in all (?:your )?(?:answers|replies|responses))[\s,:]+/i;
const TODO = /^(?:to-?dos?|tasks?|my to-?do list)(?: list)?(?: (?:for|is|today|tomorrow))?[\s:]+(?=\S)/i;

const WORDS: readonly LeadWords[] = [
  [REMEMBER, "explicit"],
  [CORRECTION, "corrects"],
  [LASTING, "lasting"],
  [HEDGE, "hedged"],
  [TODO, "todo"],
  [INTRODUCTION, null],
  [FILLER, null],
];

export const readLead = (clause: string): Lead => readLeadBy(WORDS, clause);
