import { en, mixed, of, zh } from "../situation.ts";

/** Output of tools and machines. */
export const noise = of("noise", [
  en(
    "calendar",
    "Abby",
    [
      "any free slot for a haircut this week?",
      {
        tool: '{"events":[{"title":"Dentist with Dr. Roth","start":"2026-06-11T10:00"},{"title":"I am on vacation","start":"2026-06-12"}]}',
      },
      { bot: "Thursday afternoon is free." },
      "ok cool",
    ],
    {
      ask: "am I on vacation?",
      wrong: ["dr. roth|on vacation"],
      none: true,
      optional: ["dentist|vacation|haircut"],
    },
  ),
  en(
    "search",
    "Nico",
    [
      "search the web for ramen tips",
      {
        tool: 'Result 1: "I\'m Kenji, I live in Osaka and I love tonkotsu ramen. My wife hates it." Result 2: "I always add an egg."',
      },
      { bot: "Add an egg and simmer the bones for long." },
      "thx",
    ],
    {
      ask: "where do I live, and what food do I love?",
      wrong: ["osaka|tonkotsu|kenji"],
      none: true,
      model: { 1: ["profile: Nico lives in Osaka", "preference: Nico loves tonkotsu ramen"] },
    },
  ),
  en(
    "stacktrace",
    "Yann",
    [
      "panic: I am not a tea pot\n\ngoroutine 1 [running]:\nmain.main()\n\t/app/main.go:27 +0x1d\nexit status 2\n\nthis is new since the last deploy",
    ],
    { ask: "who am I?", wrong: ["tea pot"], none: true, optional: ["deploy|panic"] },
  ),
  zh(
    "dingdan",
    "小荷叶",
    [
      "查下我的订单",
      { tool: '{"order":"A1029","收货人":"张伟","地址":"北京市海淀区","备注":"我喜欢放门口"}' },
      { bot: "订单正在配送中。" },
      "好",
    ],
    {
      ask: "我住在哪里？",
      wrong: ["海淀|张伟|门口"],
      none: true,
      model: { 1: ["profile: 小荷叶住在北京市海淀区"] },
    },
  ),
  mixed(
    "metrics",
    "SRE阿飞",
    [
      '帮我分析下这个：\n{"ts":1781082000,"host":"web-7","msg":"我是 leader，term=12","cpu":0.93}\n{"ts":1781082060,"host":"web-7","msg":"I am follower","cpu":0.41}',
    ],
    { ask: "我在公司里是什么角色？", wrong: ["leader|follower"], none: true },
  ),
]);
