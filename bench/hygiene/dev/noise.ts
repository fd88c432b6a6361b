import { en, mixed, of, zh } from "../situation.ts";

/** Output of tools and machines. */
export const noise = of("noise", [
  en(
    "weather",
    "Gia",
    [
      "weather in Rome?",
      {
        tool: '{"tool":"weather","args":{"city":"Rome"},"result":{"temp":31,"unit":"C","user_location":"Rome","user_prefers":"celsius"}}',
      },
      { bot: "It's 31 °C in Rome." },
      "hot hot hot",
    ],
    {
      ask: "where do I live?",
      wrong: ["live & rome", "celsius"],
      none: true,
      model: { 1: ["profile: Gia lives in Rome"] },
    },
  ),
  en(
    "crm",
    "Sal",
    [
      "look up customer 8841",
      {
        tool: '{"id":8841,"name":"Jordan Blake","city":"Tucson","email":"jordan@example.com","likes":["golf"],"notes":"I prefer phone calls"}',
      },
      { bot: "Jordan Blake, Tucson." },
    ],
    {
      ask: "what's my name and where do I live?",
      wrong: ["jordan|tucson|golf"],
      none: true,
      model: { 1: ["profile: Sal's name is Jordan Blake"] },
    },
  ),
  en(
    "log",
    "deniz",
    [
      "getting this over and over:\n2026-06-10T08:59:01Z INFO  user=alice action=login city=Berlin\n2026-06-10T08:59:02Z WARN  I am unable to connect to db-3\n2026-06-10T08:59:02Z ERROR my_service: retry 3 failed\nwhat's going on",
    ],
    { ask: "where do I live?", wrong: ["berlin|alice"], none: true, optional: ["db|error|connect"] },
  ),
  zh(
    "sousuo",
    "小舒",
    [
      "搜一下附近的餐厅",
      {
        tool: '{"结果":[{"店名":"老王火锅","点评":"我每周都来，我最喜欢他家毛肚"},{"店名":"小李烧烤","点评":"我住附近，推荐"}]}',
      },
      { bot: "附近有老王火锅和小李烧烤。" },
      "行",
    ],
    { ask: "我喜欢吃什么？", wrong: ["毛肚"], none: true, model: { 1: ["preference: 小舒最喜欢毛肚"] } },
  ),
  mixed(
    "trace",
    "后端阿康",
    [
      'Traceback (most recent call last):\n  File "app.py", line 12, in <module>\n    raise ValueError("my name is missing")\nValueError: my name is missing\n这个报错怎么解决',
    ],
    { ask: "我叫什么名字？", wrong: ["name is missing"], none: true },
  ),
]);
