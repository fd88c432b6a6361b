import type { PersonQuestions } from "../language.ts";

export const CHINESE_PERSON_QUESTIONS: PersonQuestions = {
  who: ["我是做什么工作的？", "我住在哪里？", "我多大了，是哪里人？"],
  people: ["我家里有哪些人？", "我有对象、孩子或者宠物吗？", "我的朋友有谁？"],
  likes: ["我空闲时喜欢做什么？", "我最喜欢吃什么、听什么、去哪里？", "我不喜欢什么？"],
  limits: ["我对什么过敏？", "我不能吃什么、喝什么、做什么？", "我有什么病，在吃什么药？"],
  plans: ["我接下来打算做什么？", "我有哪些预约和出行安排？", "我想实现什么目标？"],
};
