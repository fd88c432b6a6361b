import type { PersonQuestions } from "../language.ts";

export const ENGLISH_PERSON_QUESTIONS: PersonQuestions = {
  who: ["What do I do for work?", "Where do I live?", "How old am I and where do I come from?"],
  people: ["Who is in my family?", "Do I have a partner, children or pets?", "Who are my friends?"],
  likes: [
    "What do I like doing in my free time?",
    "What is my favourite food, music or place?",
    "What do I dislike?",
  ],
  limits: [
    "What am I allergic to?",
    "What can I not eat, drink or do?",
    "Which illness do I have and what do I take for it?",
  ],
  plans: [
    "What am I going to do next?",
    "Which appointments and trips do I have coming up?",
    "What do I want to achieve?",
  ],
};
