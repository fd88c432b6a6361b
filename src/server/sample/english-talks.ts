import { fact, type SampleTalk } from "./person.ts";

export const ENGLISH_TALKS: readonly SampleTalk[] = [
  {
    ago: 34,
    hour: 19,
    said: [
      "Hi! I'm Robin. I'm a nurse in Leeds, mostly night shifts, so I'll be talking to you at odd hours.",
      "Nice to meet you, Robin. What would you like help with?",
      "Planning, mainly. Meals, trips, and a move I'm thinking about. Keep answers short please, I read them between patients.",
      "Short it is. Anything I should know before we plan meals?",
      "Yes, important: I'm allergic to peanuts. Properly allergic, I carry a pen.",
      "Understood. No peanuts, ever.",
    ],
    facts: [
      fact("profile", 0.8, "Robin works as a nurse.", { quote: "I'm a nurse", more: ["slot job"] }),
      fact("profile", 0.8, "Robin lives in Leeds.", { quote: "in Leeds", more: ["slot home"] }),
      fact("constraint", 0.7, "Robin wants short answers.", { quote: "Keep answers short please" }),
      fact("constraint", 0.95, "Robin is allergic to peanuts and carries an adrenaline pen.", {
        quote: "I'm allergic to peanuts",
        more: ["slot allergy:peanuts"],
      }),
    ],
    summary:
      "Robin, a nurse in Leeds, introduced themselves: night shifts, short answers please, and a serious peanut allergy. Help is wanted with meals, trips and a possible move.",
    day: "Robin introduced themselves: a nurse on night shifts in Leeds who wants short answers and must avoid peanuts.",
  },
  {
    ago: 31,
    hour: 8,
    said: [
      "Morning, just off shift. Ideas for a packed dinner that survives a locker?",
      "Lentil salad with feta, or a frittata. Both keep without a fridge for a few hours.",
      "Frittata. Gus will want some too, but he's a dog, so no.",
      "Gus gets a carrot. Is he a big dog?",
      "Border terrier, nine years old, thinks he's a wolf.",
    ],
    facts: [
      fact("profile", 0.6, "Gus is Robin's border terrier.", {
        about: "Gus",
        quote: "Border terrier, nine years old",
      }),
      fact("episode", 0.2, "Robin took a frittata to work as a packed dinner.", { quote: "Frittata" }),
    ],
    day: "Robin came off a night shift, asked for a packed dinner and chose a frittata. Gus, a nine-year-old border terrier, was mentioned fondly.",
  },
  {
    ago: 27,
    hour: 20,
    said: [
      "My sister Mia is pushing me to move to Bristol. She teaches there, and her little one asks about me every week.",
      "That sounds like a strong pull. Who else is in Bristol?",
      "Mia's husband Tom, and their daughter Ella, she's six. And Mum's still in York on her own, that's the catch.",
      "So York is the question mark. How often do you see your mother?",
      "Every other Sunday. Her name's Joan, and she has opinions about the M62.",
      "I can compare journeys from Bristol to York if that helps.",
      "Please. And remember that Ella's birthday is on 12 March, I always forget.",
    ],
    facts: [
      fact("profile", 0.75, "Mia is Robin's sister and teaches in Bristol.", {
        about: "Mia",
        quote: "My sister Mia",
      }),
      fact("profile", 0.5, "Tom is Mia's husband.", { about: "Tom", quote: "Mia's husband Tom" }),
      fact("profile", 0.6, "Ella is the daughter of Mia and Tom and is six years old.", {
        about: "Ella",
        quote: "their daughter Ella",
      }),
      fact("profile", 0.7, "Joan is the mother of Robin and Mia and lives alone in York.", {
        about: "Joan",
        quote: "Mum's still in York on her own",
      }),
      fact("profile", 0.7, "Ella's birthday is on 12 March.", {
        about: "Ella",
        quote: "Ella's birthday is on 12 March",
        more: ["slot birthday"],
      }),
      fact("profile", 0.6, "Robin visits Joan in York every other Sunday.", {
        quote: "Every other Sunday",
      }),
    ],
    summary:
      "Robin weighed a move to Bristol, where Mia lives with Tom and their daughter Ella. Against it: Joan is alone in York and is visited every other Sunday. Open: journeys from Bristol to York.",
    day: "Robin talked about family: Mia, Tom and Ella in Bristol, Joan alone in York. The mood was torn between the two.",
  },
  {
    ago: 23,
    hour: 7,
    said: [
      "Quick one: I've started climbing with Priya from work. What do I need besides shoes?",
      "Nothing else to begin with: halls lend harnesses. Chalk is nice to have.",
      "Good. Priya's been at it for years, she wants to go to the Peak District in spring.",
      "Shall I put that down as a plan?",
      "Yes. But I don't want to hear about running ever again, my knee is done with it.",
    ],
    facts: [
      fact("profile", 0.55, "Priya is a colleague of Robin and an experienced climber.", {
        about: "Priya",
        quote: "climbing with Priya from work",
      }),
      fact("preference", 0.55, "Robin goes climbing with Priya.", {
        quote: "I've started climbing with Priya",
      }),
      fact("task_state", 0.6, "Robin and Priya plan a climbing trip to the Peak District in spring.", {
        quote: "she wants to go to the Peak District in spring",
      }),
      fact("constraint", 0.7, "Robin does not want suggestions about running because of a bad knee.", {
        quote: "I don't want to hear about running ever again",
      }),
    ],
    day: "Robin has taken up climbing with Priya and asked about gear. Running is off the table for good.",
  },
  {
    ago: 19,
    hour: 21,
    said: [
      "Big news. Southmead in Bristol offered me a post. Days, not nights!",
      "Congratulations! Is it decided?",
      "I said yes this afternoon. I start on the 2nd, moving in the week before.",
      "Then here is a first list: landlord, GP, vet for Gus, van.",
      "Tom can lend his van. And Mia found a flat in Bedminster with a yard for Gus.",
      "That settles two of four. Shall I draft the letter to the landlord?",
      "Please do, four weeks' notice.",
    ],
    facts: [
      fact("episode", 0.85, "Robin accepted a post at Southmead Hospital in Bristol with day shifts.", {
        quote: "Southmead in Bristol offered me a post",
      }),
      fact("task_state", 0.5, "Tom lends Robin a van for the move.", {
        about: "Tom",
        quote: "Tom can lend his van",
      }),
      fact("episode", 0.55, "Mia found a flat in Bedminster with a yard for Gus.", {
        about: "Mia",
        quote: "Mia found a flat in Bedminster with a yard for Gus",
      }),
    ],
    summary:
      "Robin accepted a post with day shifts at Southmead in Bristol and starts on the 2nd. Tom lends the van, Mia found a flat in Bedminster with a yard for Gus. Open: letter to the landlord, GP, vet.",
    day: "A good day: Robin accepted a post at Southmead in Bristol. The family helps with the move.",
    insight: "Robin grows more confident about leaving Leeds since the family in Bristol lends a hand.",
  },
  {
    ago: 13,
    hour: 18,
    said: [
      "We're in! Boxes everywhere. So: I live in Bristol now.",
      "Welcome to Bristol! How is Gus taking it?",
      "He's claimed the yard. Joan came down to help and reorganised the kitchen, naturally.",
      "Naturally. Anything to change in my notes?",
      "Address, and that I work days from the 2nd. Please remember that my new shifts start at 7.",
    ],
    facts: [
      fact("profile", 0.85, "Robin lives in Bristol.", {
        quote: "I live in Bristol now",
        more: ["slot home"],
        ends: "Robin lives in Leeds.",
      }),
      fact("episode", 0.35, "Joan came to Bristol and helped Robin to unpack.", {
        about: "Joan",
        quote: "Joan came down to help",
      }),
      fact("profile", 0.6, "Robin's shifts at Southmead start at 7.", {
        quote: "my new shifts start at 7",
      }),
    ],
    summary:
      "Robin moved to Bristol. Gus likes the yard, Joan helped to unpack. The new shifts at Southmead start at 7.",
    day: "Moving day: Robin and Gus arrived in Bristol, and Joan helped in the kitchen. Tired and happy.",
  },
  {
    ago: 9,
    hour: 17,
    said: [
      "First week done. Everyone's lovely. Anwar showed me the ward, he's the charge nurse.",
      "Glad to hear it. Do you still sleep through the day?",
      "Still upside down. No coffee after two, I've promised Mia.",
      "I will not suggest coffee in the afternoon.",
      "And tea, always yes to tea. Earl Grey.",
    ],
    facts: [
      fact("profile", 0.45, "Anwar is the charge nurse on Robin's ward at Southmead.", {
        about: "Anwar",
        quote: "Anwar showed me the ward, he's the charge nurse",
      }),
      fact("preference", 0.5, "Robin drinks no coffee after two in the afternoon.", {
        quote: "No coffee after two",
      }),
      fact("preference", 0.5, "Robin likes Earl Grey tea.", {
        quote: "Earl Grey",
        more: ["slot likes:earl grey"],
      }),
    ],
    day: "The first week on the new ward is over: good colleagues, Anwar in charge, and a sleep rhythm that still has to settle.",
  },
  {
    ago: 6,
    hour: 12,
    said: [
      "Ella wants to learn to climb. Is six too young?",
      "Not at all: halls run groups from five, with a parent or an aunt or uncle in the room.",
      "Then I'll take her on Saturdays. Tom says he'll come along.",
      "Saturday mornings, with Ella and Tom. Noted.",
    ],
    facts: [
      fact("preference", 0.6, "Robin takes Ella climbing on Saturdays, together with Tom.", {
        quote: "I'll take her on Saturdays",
      }),
    ],
    summary: "Ella wants to climb. Robin takes Ella to the hall on Saturdays, and Tom comes along.",
    day: "Robin decided to take Ella climbing on Saturdays; Tom joins them.",
  },
  {
    ago: 4,
    hour: 20,
    said: [
      "Gus has been limping since the walk. Which vet did I register with?",
      "You have not told me which one you chose.",
      "Oh. Harbourside Vets, then, they had a slot tomorrow at ten.",
      "Harbourside Vets, tomorrow at ten. I hope it is just a thorn.",
    ],
    facts: [
      fact("profile", 0.5, "Gus is registered at Harbourside Vets.", {
        about: "Gus",
        quote: "Harbourside Vets",
      }),
    ],
    day: "Gus was limping, and Robin booked Harbourside Vets for the morning. A little worried.",
  },
  {
    ago: 3,
    hour: 18,
    said: [
      "It was a thorn. He's fine, and proud of the bandage.",
      "Good news. Anything to follow up?",
      "Bandage off on Friday. Joan already knitted him a sock, I can't.",
    ],
    facts: [
      fact("episode", 0.2, "Joan knitted a sock for Gus.", {
        about: "Joan",
        quote: "Joan already knitted him a sock",
      }),
    ],
    day: "It was only a thorn: Gus wears a bandage until Friday, and Joan has knitted a sock. Relief all round.",
  },
  {
    ago: 1,
    hour: 9,
    said: [
      "Planning the trains to York for next Sunday. What do you know about it?",
      "You visit Joan every other Sunday, and now you start from Bristol.",
      "Right. I'll go monthly now, it's five hours each way. Mia drives up with me when she can.",
      "Monthly, by train or with Mia by car. I changed the note.",
      "And maybe I'll try the night bus once, not sure yet.",
    ],
    facts: [
      fact("profile", 0.65, "Robin visits Joan in York once a month.", {
        quote: "I'll go monthly now",
        ends: "Robin visits Joan in York every other Sunday.",
      }),
      fact("preference", 0.4, "Mia drives to York with Robin when there is time.", {
        about: "Mia",
        quote: "Mia drives up with me when she can",
      }),
      fact("task_state", 0.3, "Robin considers the night bus to York.", {
        quote: "maybe I'll try the night bus once",
        more: ["sure 0.4"],
      }),
    ],
    summary:
      "Robin planned the journey to York: from now on once a month, by train or by car with Mia. The night bus is only an idea.",
    day: "Robin planned the trips to York: monthly from now on, sometimes with Mia by car.",
    insight: "Robin keeps Joan close in spite of the distance, and plans the visits with care.",
  },
  {
    ago: 0,
    said: [
      "Early shift. What can I make tonight for Mia, Tom and Ella? No fish, Ella refuses.",
      "A vegetable lasagne: no fish, no peanuts, and the rest keeps for your locker.",
      "Perfect. Remember that Ella does not eat fish.",
    ],
    facts: [
      fact("preference", 0.55, "Ella does not eat fish.", {
        about: "Ella",
        quote: "Ella does not eat fish",
        more: ["denies"],
      }),
    ],
  },
];
