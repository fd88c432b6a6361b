import { describe, expect, test } from "vitest";
import { findings } from "./said.fixture.ts";

// The clock stands on Wednesday, 10 June 2026. "[home]" is the slot; "[-home]" denies it; "[]" has none.
describe("R273: what is said of oneself, in the third person, with the slot it fills (C10)", () => {
  test.each<[string, string[]]>([
    ["My name is Bob.", ["Alice's name is Bob. [name]"]],
    ["childminder is called Bev", ["Alice's childminder is called Bev. [childminder/name]"]],
    ["Our director is Ingrid Lindqvist", ["Alice's director is called Ingrid Lindqvist. [director/name]"]],
    [
      "hi im alice i live in oslo and i work as a nurse",
      ["Alice's name is Alice. [name]", "Alice lives in oslo. [home]", "Alice works as a nurse. [job]"],
    ],
    [
      "I'm 34 and live in Oslo with my wife Anna",
      [
        "Alice is 34 years old. [age]",
        "Alice lives in Oslo. [home]",
        "Alice's wife is called Anna. [partner]",
      ],
    ],
    ["i've been living in berlin for 5 years now", ["Alice has been living in berlin for 5 years. [home]"]],
    [
      "I live in a small flat in Lyon with two cats.",
      ["Alice lives in a small flat in Lyon with two cats. [home]"],
    ],
    ["We just moved from Chicago to Denver last month", ["Alice has lived in Denver since May 2026. [home]"]],
    ["I'm moving to Madrid in September", ["Alice is moving to Madrid in September 2026. [plan:move]"]],
    ["I'm originally from Ghana", ["Alice is originally from Ghana. [origin]"]],
    ["my birthday is on March 14th", ["Alice's birthday is on March 14th. [birthday]"]],
    [
      "I work for the city council as a planner",
      ["Alice works for the city council as a planner. [employer]"],
    ],
    ["I'm a software engineer at Google", ["Alice is a software engineer at Google. [employer]"]],
    ["I'm a freelance graphic designer", ["Alice is a freelance graphic designer. [job]"]],
    ["I teach maths at a high school in Leeds", ["Alice teaches maths at a high school in Leeds. [job]"]],
    ["I no longer work at Acme", ["Alice no longer works at Acme. [-employer]"]],
    ["I don't work at Acme anymore", ["Alice no longer works at Acme. [-employer]"]],
    ["I used to work at Acme", ["Alice used to work at Acme. [-employer]"]],
    ["I've retired", ["Alice has retired. [job]"]],
    ["I'm studying law at Leiden", ["Alice is studying law at Leiden. [study]"]],
    [
      "My son Max is 5 and my daughter Lena is 3",
      [
        "Alice's son Max is 5 years old. [son max/age]",
        "Alice's daughter Lena is 3 years old. [daughter lena/age]",
      ],
    ],
    ["My brother lives in Rome", ["Alice's brother lives in Rome. [brother/home]"]],
    ["My sister is a vet", ["Alice's sister is a vet. [sister/job]"]],
    ["I have a golden retriever named Rex", ["Alice has a golden retriever named Rex. [pet:rex]"]],
    ["I adopted a kitten", ["Alice has a kitten. [pet:kitten]"]],
    ["I don't have any pets", ["Alice does not have any pets. [-pet:pet]"]],
    [
      "I'm allergic to peanuts and shellfish",
      [
        "Alice is allergic to peanuts. [allergy:peanut]",
        "Alice is allergic to shellfish. [allergy:shellfish]",
      ],
    ],
    ["I have a severe nut allergy", ["Alice has a severe nut allergy. [allergy:nut]"]],
    ["I'm lactose intolerant", ["Alice is lactose intolerant. [allergy:lactos]"]],
    ["I'm vegan", ["Alice is vegan. [diet]"]],
    ["I don't eat pork", ["Alice does not eat pork. [-takes:pork]"]],
    ["I don't drink alcohol", ["Alice does not drink alcohol. [-takes:alcohol]"]],
    ["I stopped eating meat", ["Alice no longer eats meat. [-takes:meat]"]],
    ["I quit smoking in January", ["Alice quit smoking in January 2026. [-takes:smok]"]],
    [
      "I'm no longer vegan, I eat fish again",
      ["Alice is no longer vegan. [-diet]", "Alice eats fish. [takes:fish]"],
    ],
    ["I have type 2 diabetes", ["Alice has type 2 diabetes. [health:type 2]"]],
    ["I was diagnosed with ADHD last year", ["Alice was diagnosed with ADHD in 2025. [health:adhd]"]],
    ["I have asthma", ["Alice has asthma. [health:asthma]"]],
    ["My native language is Polish", ["Alice's native language is Polish. [native_language]"]],
    ["My flat is in Leeds", ["Alice's flat is in Leeds. [home]"]],
    ["I can play the piano", ["Alice can play the piano. [plays:piano]"]],
    ["I play tennis every Sunday", ["Alice plays tennis every Sunday. [plays:tenni]"]],
    [
      "I love hiking and swimming",
      ["Alice loves hiking. [likes:hike]", "Alice loves swimming. [likes:swim]"],
    ],
    ["I hate mushrooms", ["Alice hates mushrooms. [-likes:mushroom]"]],
    ["I really enjoy cooking Thai food", ["Alice really enjoys cooking Thai food. [likes:cook thai food]"]],
    ["I'm really into board games", ["Alice is into board games. [likes:board game]"]],
    ["My favorite color is green", ["Alice's favorite color is green. [favourite:color]"]],
    ["my fav movie is Inception", ["Alice's favourite movie is Inception. [favourite:movi]"]],
    [
      "I go running every morning before work",
      ["Alice goes running every morning before work. [habit:go run work]"],
    ],
    ["I usually get up at 6", ["Alice usually gets up at 6. [habit:get up]"]],
    ["I drive a Toyota Corolla", ["Alice drives a Toyota Corolla. [has:car]"]],
    ["I use Arch btw", ["Alice uses Arch. [uses:arch]"]],
    [
      "Always answer in French",
      ["Alice wants the assistant always to answer in French. [instruction:language]"],
    ],
    [
      "Please answer in German from now on",
      ["Alice wants the assistant to answer in German. [instruction:language]"],
    ],
    ["Keep your answers short", ["Alice wants the assistant to keep answers short. [instruction:length]"]],
    ["Never call me Bob", ["Alice wants the assistant never to call Alice Bob. [instruction:call bob]"]],
    ["Don't use emojis", ["Alice wants the assistant not to use emojis. [instruction:emoji]"]],
    ["Call me Al", ["Alice wants to be called Al. [called]"]],
    [
      "Please don't recommend horror movies",
      ["Alice wants the assistant not to recommend horror movies. [instruction:recommend horror movi]"],
    ],
    [
      "When I ask for code, always include tests",
      [
        "Alice wants the assistant always to include tests when Alice asks for code. [instruction:includ test]",
      ],
    ],
    [
      "I want you to speak to me like a pirate from now on",
      ["Alice wants the assistant to speak to Alice like a pirate. [instruction:speak like pirat]"],
    ],
    [
      "stop apologizing so much",
      ["Alice wants the assistant to stop apologizing so much. [instruction:apolog much]"],
    ],
    ["use metric units please", ["Alice wants the assistant to use metric units. [instruction:units]"]],
    [
      "I'd prefer if you didn't use bullet points",
      ["Alice wants the assistant not to use bullet points. [instruction:format]"],
    ],
    [
      "I have a dentist appointment tomorrow at 10",
      ["Alice has a dentist appointment on 11 June 2026 at 10. [plan:dentist appoint]"],
    ],
    [
      "I need to submit my taxes by April 15",
      ["Alice needs to submit Alice's taxes by 15 April 2027. [plan:submit tax]"],
    ],
    ["I'm flying to Tokyo next Friday", ["Alice is flying to Tokyo on 12 June 2026. [plan:fly tokyo]"]],
    ["My exam is on June 20", ["Alice's exam is on 20 June 2026. [plan:exam]"]],
    [
      "Remind me to call mom on Sunday",
      ["Alice wants to be reminded to call mom on 14 June 2026. [plan:call mom]"],
    ],
    ["Don't forget to buy milk", ["Alice wants to be reminded to buy milk. [plan:bui milk]"]],
    [
      "I have to finish the report by Friday",
      ["Alice has to finish the report by 12 June 2026. [plan:finish report]"],
    ],
    ["I'll be in Paris next week", ["Alice will be in Paris in the week of 15 June 2026. [plan:pari]"]],
    ["We're going to Spain in August", ["Alice is going to Spain in August 2026. [plan:go spain]"]],
    ["I ran a marathon last Sunday", ["Alice ran a marathon on 7 June 2026. []"]],
    ["I went to a concert yesterday", ["Alice went to a concert on 9 June 2026. []"]],
    [
      "I visited my grandma last weekend",
      ["Alice visited Alice's grandma on the weekend of 6 June 2026. []"],
    ],
    ["I broke my leg in March", ["Alice broke Alice's leg in March 2026. []"]],
    ["Remember that I'm allergic to cats", ["Alice is allergic to cats. [allergy:cat]"]],
    [
      "Please remember my wifi network is called Matrix",
      ["Alice's wifi network is called Matrix. [noted:wifi network]"],
    ],
    ["Note that the office closes at 6 on Fridays", ["The office closes at 6 on Fridays. [noted:offic]"]],
    ["Actually, I live in Bergen, not Oslo", ["Alice lives in Bergen. [home]"]],
    ["No, I meant I'm 35", ["Alice is 35 years old. [age]"]],
    ["Sorry, I'm not a doctor but a nurse", ["Alice is a nurse. [job]"]],
    ["I don't live in Paris anymore, I live in Lyon now", ["Alice lives in Lyon. [home]"]],
    ["My pronouns are they/them", ["Alice's pronouns are they/them. [pronouns]"]],
    ["My boss's name is Carla", ["Alice's boss's name is Carla. [boss/name]"]],
    ["my parents live in Spain", ["Alice's parents live in Spain. [parents/home]"]],
    ["My husband and I live in Austin", ["Alice and Alice's husband live in Austin. [home]"]],
    ["I've got a twin sister", ["Alice has a twin sister. [family:twin sister]"]],
    ["My cat is called Miso", ["Alice's cat is called Miso. [cat/name]"]],
    ["I joined Stripe as a PM", ["Alice works at Stripe as a PM. [employer]"]],
    ["I think I'm allergic to penicillin", ["Alice is allergic to penicillin. [allergy:penicillin]"]],
    ["I don't like coffee anymore", ["Alice no longer likes coffee. [-likes:coffe]"]],
    [
      "I'm planning to move to Canada next year",
      ["Alice is planning to move to Canada in 2027. [plan:move canada]"],
    ],
    [
      "If I ask about money, answer in euros",
      ["Alice wants the assistant to answer in euros if Alice asks about money. [instruction:currency]"],
    ],
    [
      "I'd like you to keep replies under 50 words",
      ["Alice wants the assistant to keep replies under 50 words. [instruction:length]"],
    ],
    [
      "can you always reply in Spanish?",
      ["Alice wants the assistant always to reply in Spanish. [instruction:language]"],
    ],
    ["speak English please", ["Alice wants the assistant to speak English. [instruction:language]"]],
    ["From now on, call me Captain", ["Alice wants to be called Captain. [called]"]],
    [
      "don't ever mention my ex",
      ["Alice wants the assistant never to mention Alice's ex. [instruction:mention ex]"],
    ],
    ["I'm Sarah and I'm from Leeds", ["Alice's name is Sarah. [name]", "Alice is from Leeds. [origin]"]],
    [
      "Hey, I'm Tom, 29, from Manchester, working as a barista",
      [
        "Alice's name is Tom. [name]",
        "Alice is 29 years old. [age]",
        "Alice is from Manchester. [origin]",
        "Alice is working as a barista. [job]",
      ],
    ],
    [
      "Hello! My name is Dr. Emily Chen and I'm a pediatrician in Toronto.",
      ["Alice's name is Dr. Emily Chen. [name]", "Alice is a pediatrician in Toronto. [job]"],
    ],
    [
      "My husband, Mark, is a pilot and he's allergic to cats.",
      [
        "Alice's husband Mark is a pilot. [husband/job]",
        "Alice's husband Mark is allergic to cats. [husband/allergy:cat]",
      ],
    ],
    [
      "My sister Jen lives in Austin and works at Dell.",
      [
        "Alice's sister Jen lives in Austin. [sister jen/home]",
        "Alice's sister Jen works at Dell. [sister jen/employer]",
      ],
    ],
    [
      "we have three kids and a dog called Biscuit",
      ["Alice has three kids. [children]", "Alice has a dog called Biscuit. [pet:biscuit]"],
    ],
    ["I have an older brother who lives in Perth", ["Alice has an older brother. [family:older brother]"]],
    [
      "just got a puppy!! her name is Luna",
      ["Alice has a puppy. [pet:puppi]", "Alice's puppy's name is Luna. [puppy/name]"],
    ],
    [
      "we adopted two cats last week, Tom and Jerry",
      ["Alice adopted two cats in the week of 1 June 2026, Tom and Jerry. [pet:cat]"],
    ],
    [
      "my mum's birthday is on the 5th of May",
      ["Alice's mum's birthday is on the 5th of May. [mum/birthday]"],
    ],
    ["I've lived in Lisbon since 2018", ["Alice has lived in Lisbon since 2018. [home]"]],
    ["I'm currently living in Seoul for work", ["Alice is currently living in Seoul for work. [home]"]],
    [
      "I take the train to work every day",
      ["Alice takes the train to work every day. [habit:take train work]"],
    ],
    [
      "I go to the gym on Mondays and Wednesdays",
      ["Alice goes to the gym on Mondays and Wednesdays. [habit:go gym wednesdai]"],
    ],
    ["I don't really like spicy food", ["Alice does not really like spicy food. [-likes:spici food]"]],
    ["I'm not into sports", ["Alice is not into sports. [-likes:sport]"]],
    ["I'm obsessed with K-dramas", ["Alice is obsessed with K-dramas. [likes:k drama]"]],
    ["I absolutely adore jazz", ["Alice absolutely adores jazz. [likes:jazz]"]],
    ["I love my job", ["Alice loves Alice's job. [likes:job]"]],
    [
      "so I've been vegetarian for like 6 years now, my partner isn't tho",
      ["Alice has been vegetarian for like 6 years. [diet]"],
    ],
    ["I'm a dentist by the way, so no lectures about flossing please", ["Alice is a dentist. [job]"]],
    ["I'm hard of hearing so captions matter to me", ["Alice is hard of hearing. [health:hard hear]"]],
    [
      "my hubby Raj works nights at the airport",
      ["Alice's hubby Raj works nights at the airport. [hubby/employer]"],
    ],
    [
      "I play bass in a punk band called Rat King",
      ["Alice plays bass in a punk band called Rat King. [plays:bass]"],
    ],
    ["I've been sober for 2 years 🎉", ["Alice has been sober for 2 years. [diet]"]],
    ["I drive an old Volvo, it's basically a member of the family", ["Alice drives an old Volvo. [has:car]"]],
    [
      "just adopted a rescue greyhound, Pepper, she's 4",
      ["Alice has a rescue greyhound named Pepper. [pet:pepper]"],
    ],
    [
      "my all time favorite book is The Hobbit",
      ["Alice's all time favorite book is The Hobbit. [favourite:book]"],
    ],
    ["love me some reggaeton", ["Alice loves reggaeton. [likes:reggaeton]"]],
    [
      "pls answer me in spanish from here on",
      ["Alice wants the assistant to answer Alice in spanish. [instruction:language]"],
    ],
    [
      "when you send recipes, give grams not cups",
      [
        "Alice wants the assistant to give grams not cups when the assistant sends recipes. [instruction:units]",
      ],
    ],
    ["don't call me sir", ["Alice wants the assistant not to call Alice sir. [instruction:call sir]"]],
    [
      "keep it casual with me, no corporate speak",
      ["Alice wants the assistant to keep it casual with Alice, no corporate speak. [instruction:tone]"],
    ],
    [
      "stop giving me disclaimers",
      ["Alice wants the assistant to stop giving Alice disclaimers. [instruction:give disclaim]"],
    ],
    [
      "always double check my math",
      ["Alice wants the assistant always to double check Alice's math. [instruction:doubl check math]"],
    ],
    [
      "please stop using my full name, Liz is fine",
      [
        "Alice wants the assistant to stop using Alice's full name. [instruction:us full name]",
        "Alice wants to be called Liz. [called]",
      ],
    ],
    [
      "no spoilers for The Bear ever please",
      ["Alice wants no spoilers for The Bear ever from the assistant. [instruction:no spoiler bear ever]"],
    ],
    [
      "my passport expires in August so I have to renew it before then",
      ["Alice's passport expires in August 2026. [plan:passport]"],
    ],
    [
      "got my driving test on Thursday morning, wish me luck",
      ["Alice has got Alice's driving test on 11 June 2026 in the morning. [plan:drive test]"],
    ],
    ["we close on the house July 3rd!!", ["Alice closes on the house on 3 July 2026. [plan:close hous]"]],
    ["wedding's on September 12, so excited", ["Wedding is on 12 September 2026. [plan:wed]"]],
    [
      "I have to hand in my thesis by next Friday",
      ["Alice has to hand in Alice's thesis by 12 June 2026. [plan:hand thesi]"],
    ],
    [
      "I'm having knee surgery on the 25th",
      ["Alice is having knee surgery on 25 June 2026. [plan:knee surgeri]"],
    ],
    ["gotta pay rent by the 1st", ["Alice has to pay rent by 1 July 2026. [plan:pai rent]"]],
    [
      "don't forget I'm lactose intolerant when you plan the meals",
      ["Alice is lactose intolerant. [allergy:lactos]"],
    ],
    ["for future reference, I use a wheelchair", ["Alice uses a wheelchair. [uses:wheelchair]"]],
    [
      "make a note: the landlord's name is Mr. Ferris",
      ["The landlord's name is Mr. Ferris. [noted:landlord name]"],
    ],
    [
      "turns out I'm not allergic to shellfish after all",
      ["Alice is not allergic to shellfish. [-allergy:shellfish]"],
    ],
    ["I stopped drinking coffee in March", ["Alice stopped drinking coffee in March 2026. [-takes:coffe]"]],
    ["we're not moving to Denver anymore", ["Alice is not moving to Denver. [-plan:move]"]],
    ["I went back to eating meat", ["Alice went back to eating meat. [takes:meat]"]],
    ["we have four cats now", ["Alice has four cats. [pet:cat]"]],
    ["my best friend's a pilot for KLM", ["Alice's best friend is a pilot for KLM. [best friend/employer]"]],
    ["I'm the CTO at a small fintech", ["Alice is the CTO at a small fintech. [employer]"]],
    ["finished my PhD in March", ["Alice finished Alice's PhD in March 2026. []"]],
    ["I ran the Berlin marathon in 2023", ["Alice ran the Berlin marathon in 2023. []"]],
    ["I broke my wrist skiing last winter", ["Alice broke Alice's wrist skiing in winter 2025. []"]],
    ["I voted for the first time yesterday", ["Alice voted for the first time on 9 June 2026. []"]],
    ["I rent a room in Neukölln", ["Alice rents a room in Neukölln. [home]"]],
    ["my commute is an hour each way", ["Alice's commute is an hour each way. [commut]"]],
    [
      "I'm saving for a trip to Japan next year",
      ["Alice is saving for a trip to Japan in 2027. [plan:save trip japan]"],
    ],
    ["I use Vim, not VS Code", ["Alice uses Vim. [uses:vim]"]],
    [
      "Not gonna lie, I'm addicted to true crime podcasts",
      ["Alice is addicted to true crime podcasts. [likes:true crime podcast]"],
    ],
    [
      "I've had migraines since I was a teenager",
      ["Alice has had migraines since Alice was a teenager. [health:migrain]"],
    ],
    [
      "I live on the 4th floor without an elevator",
      ["Alice lives on the 4th floor without an elevator. [dwelling]"],
    ],
    [
      "I work remotely for a Berlin startup, mostly backend stuff in Go",
      ["Alice works remotely for a Berlin startup. [employer]"],
    ],
    [
      "my girlfriend is moving in with me next month",
      ["Alice's girlfriend is moving in with Alice in July 2026. [girlfriend/plan:move]"],
    ],
    [
      "my landlord is selling the apartment so we have to move out by August 31",
      ["Alice has to move out by 31 August 2026. [plan:move out]"],
    ],
    [
      "I can't eat anything with sesame in it",
      ["Alice cannot eat anything with sesame in it. [-takes:sesam]"],
    ],
    [
      "my son is autistic and hates loud noises",
      [
        "Alice's son is autistic. [son/health:autist]",
        "Alice's son hates loud noises. [-son/likes:loud nois]",
      ],
    ],
    ["I've been taking Zoloft for a year", ["Alice has been taking Zoloft for a year. [habit:take zoloft]"]],
    ["I play D&D every other Thursday", ["Alice plays D&D every other Thursday. [plays:d d]"]],
    ["I don't mind flying but I hate airports", ["Alice hates airports. [-likes:airport]"]],
    ["I never eat breakfast", ["Alice never eats breakfast. [-habit:eat breakfast]"]],
    ["I only drink oat milk", ["Alice only drinks oat milk. [takes:oat milk]"]],
    [
      'Could you stop starting every message with "Great question"?',
      [
        "Alice wants the assistant to stop starting every message with Great question. [instruction:start everi messag great question]",
      ],
    ],
    [
      "From now on respond only with code, no explanations",
      [
        "Alice wants the assistant to respond only with code, no explanations. [instruction:respond onli code no explan]",
      ],
    ],
    [
      "Please remember to use British spelling",
      ["Alice wants the assistant to use British spelling. [instruction:spelling]"],
    ],
    [
      "don't suggest anything with peanuts",
      ["Alice wants the assistant not to suggest anything with peanuts. [instruction:suggest anyth peanut]"],
    ],
    ["You can call me Doc", ["Alice wants to be called Doc. [called]"]],
    [
      "My meeting with HR got moved to Thursday at 2",
      ["Alice's meeting with HR got moved to 11 June 2026 at 2. [plan:meet hr]"],
    ],
    ["The conference starts on July 6", ["The conference starts on 6 July 2026. [plan:confer]"]],
    [
      "I'll be out of office from the 22nd",
      ["Alice will be out of office from 22 June 2026. [plan:out offic]"],
    ],
    [
      "I need to book flights for Mexico before the end of June",
      ["Alice needs to book flights for Mexico before 30 June 2026. [plan:book flight mexico]"],
    ],
    [
      "We've got tickets for Hamilton on the 27th",
      ["Alice has got tickets for Hamilton on 27 June 2026. [plan:ticket hamilton]"],
    ],
    ["My lease ends on September 30", ["Alice's lease ends on 30 September 2026. [plan:leas]"]],
    [
      "I used to live in Kyoto for a year as an exchange student",
      ["Alice used to live in Kyoto for a year as an exchange student. [-home]"],
    ],
    ["I spent last summer volunteering in Kenya", ["Alice spent summer 2025 volunteering in Kenya. []"]],
    ["My dad had a stroke last week", ["Alice's dad had a stroke in the week of 1 June 2026. []"]],
    ["I totaled my car on Monday", ["Alice totaled Alice's car on 8 June 2026. []"]],
    ["I'm not at Google anymore, moved to a startup", ["Alice works at a startup. [employer]"]],
    ["I'm not vegan anymore", ["Alice is no longer vegan. [-diet]"]],
    ["we don't have the dog anymore", ["Alice no longer has the dog. [-pet:dog]"]],
    [
      "Correction: my flight is on the 12th, not the 11th",
      ["Alice's flight is on 12 June 2026. [plan:flight]"],
    ],
    ["Wait no, my sister is 31", ["Alice's sister is 31 years old. [sister/age]"]],
    ["My name's not Steve, it's Stefan", ["Alice's name is Stefan. [name]"]],
    ["I've 3 sisters", ["Alice has 3 sisters. [family:sister]"]],
    ["My ex lives in Portugal", ["Alice's ex lives in Portugal. [ex/home]"]],
    ["My roommate is a DJ so it's never quiet", ["Alice's roommate is a DJ. [roommate/job]"]],
    [
      "Our cat Miso has kidney disease",
      ["Alice's cat Miso has kidney disease. [cat miso/health:kidnei diseas]"],
    ],
    ["I go to mass on Sundays", ["Alice goes to mass on Sundays. [habit:go mass]"]],
    [
      "my favourite season is autumn because of the colors",
      ["Alice's favourite season is autumn. [favourite:season]"],
    ],
  ])("%s", (text, expected) => {
    expect(findings(text)).toEqual(expected);
  });
});
