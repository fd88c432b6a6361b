import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { growth } from "../growth.fixture.ts";
import { type RedactedJson, redact, redactJsonInSteps, runSteps } from "./redact.ts";

/** Put together here, so that no scanner takes this file for a leak. */
const key = (prefix: string, rest: string): string => prefix + rest;
const RANDOM = "aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5bC7";

const PRIVATE: [given: string, stored: string][] = [
  ["I like tea. <private>I was fired.</private> Bye", "I like tea. [private] Bye"],
  ["a <private>b <private>c</private> d</private> e", "a [private] e"],
  ["a <PRIVATE>b</Private> c", "a [private] c"],
  ['a <private reason="health">b</private> c', "a [private] c"],
  ["a < private >b</ private > c", "a [private] c"],
  ["a <private>never closed", "a [private]"],
  ["the rest of it</private> and this", "[private] and this"],
  ["a <private>b</private> c <private>d</private> e", "a [private] c [private] e"],
  ["<private>\n多行\n内容\n</private>今天天气好", "[private]今天天气好"],
  ["<private></private>", "[private]"],
  ["private matters, <privateer>, a private room", "private matters, <privateer>, a private room"],
];

const TOKENS: [name: string, token: string][] = [
  ["OpenAI", key("sk-", RANDOM)],
  ["OpenAI project", key("sk-proj-", `${RANDOM}_${RANDOM}`)],
  ["Anthropic", key("sk-ant-", `api03-${RANDOM}-${RANDOM}AA`)],
  ["OpenRouter", key("sk-or-v1-", "0123456789abcdef".repeat(4))],
  ["Memoir", key("mk_ZGVmYXVsdA.961a93c0e986.", `${RANDOM}${RANDOM}`.slice(0, 43))],
  ["GitHub", key("ghp_", RANDOM.slice(0, 36))],
  ["GitHub, fine-grained", key("github_pat_", `11ABCDEFG0${RANDOM}_${RANDOM}`)],
  ["GitLab", key("glpat-", RANDOM.slice(0, 20))],
  ["AWS id", key("AKIA", "IOSFODNN7EXAMPLE")],
  ["Google", key("AIza", `Sy${RANDOM.slice(0, 33)}`)],
  ["Google OAuth", key("ya29.", `a0${RANDOM}`)],
  ["Slack", key("xoxb-", "123456789012-1234567890123-aB3dE5fG7hJ9kL1mN3pQ5rS7")],
  ["Stripe", key("sk_live_", RANDOM.slice(0, 24))],
  ["npm", key("npm_", RANDOM.slice(0, 36))],
  ["Hugging Face", key("hf_", RANDOM.slice(0, 34))],
  ["SendGrid", key("SG.", `${RANDOM.slice(0, 22)}.${RANDOM}1234`)],
  ["JWT", key("eyJ", "hbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9P")],
  ["Discord bot", key("MTE", "yMzQ1Njc4OTAxMjM0NTY3OA.GabcdE.aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5bC")],
  ["Telegram bot", key("110201543:AA", "HdqTcvCH1vGWJxfSeofSAs0K5PALDsaw")],
  ["a long one", key("sk-", RANDOM.repeat(40))],
];

const HIDDEN: [given: string, stored: string][] = [
  ["Authorization: Bearer abc.def-1234567890", "Authorization: Bearer [secret]"],
  ["curl -H 'Authorization: Basic dXNlcjpwYXNzMTIz'", "curl -H 'Authorization: Basic [secret]'"],
  [
    `AWS ${key("AKIA", "IOSFODNN7EXAMPLE")} / wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY`,
    "AWS [secret] / [secret]",
  ],
  ["-----BEGIN RSA PRIVATE KEY-----\nMIIEowIBAAKCAQEA\nabc\n-----END RSA PRIVATE KEY----- ok", "[secret] ok"],
  ["-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG\nMIIEvQIBADANBgkqhkiG\n\nHello", "[secret]\n\nHello"],
  ["postgres://bob:hunter2@db.example.com/app", "postgres://bob:[secret]@db.example.com/app"],
  ["redis://:p%40ss@10.0.0.1:6379", "redis://:[secret]@10.0.0.1:6379"],
  ["Server=db;User Id=sa;Password=S3cr;Timeout=5", "Server=db;User Id=sa;Password=[secret];Timeout=5"],
  ["https://x.test/?api_key=ab12cd34ef56&page=2", "https://x.test/?api_key=[secret]&page=2"],
  ['{"api_key": "ab12cd34ef56"}', '{"api_key": "[secret]"}'],
  ['{\\"password\\":\\"hunter two\\"}', '{\\"password\\":\\"[secret]\\"}'],
  ["export OPENAI_API_KEY=abcdef1234567890", "export OPENAI_API_KEY=[secret]"],
  ["dbPassword: 'correct horse'", "dbPassword: '[secret]'"],
  ["client_secret=GhTyUiOpAsDfGhJkLz", "client_secret=[secret]"],
  ["the token is 9f8e7d6c5b4a", "the token is [secret]"],
  ["my password is hunter2", "my password is [secret]"],
  ["My Netflix password is swordfish.", "My Netflix password is [secret]."],
  ["the password for the guest wifi is now Blue!Whale", "the password for the guest wifi is now [secret]"],
  ["I changed my password to Tr0ub4dor&3", "I changed my password to [secret]"],
  ["my password's hunter2, ok?", "my password's [secret], ok?"],
  ["Username: bob\nPassword: hunter2\nThanks", "Username: bob\nPassword: [secret]\nThanks"],
  ["Your temporary password:\n\n  Xy7$kk2\n", "Your temporary password:\n\n  [secret]\n"],
  ["pwd: 1234567", "pwd: [secret]"],
  ["login bob password hunter2", "login bob password [secret]"],
  ["hunter2 is my password", "[secret] is my password"],
  ["use 'hunter2' as the admin password", "use '[secret]' as the admin password"],
  ["my passphrase is correct horse battery staple.", "my passphrase is [secret]."],
  [
    "seed phrase: abandon ability able about above absent absorb abstract absurd abuse access accident",
    "seed phrase: [secret]",
  ],
  ["root pw is hunter2!", "root pw is [secret]"],
  ["the wifi password is blue42horse", "the wifi password is [secret]"],
  ["my pw: hunter2, ok", "my pw: [secret], ok"],
  ["ssh in with user bob pw admin123 please", "ssh in with user bob pw [secret] please"],
  ["the pw for the nas is Tr33house", "the pw for the nas is [secret]"],
  ["wifi pass is blue42horse", "wifi pass is [secret]"],
  ["the wifi key is blue42horse.", "the wifi key is [secret]."],
  ["my login is bob / hunter2", "my login is bob / [secret]"],
  ["creds: bob/hunter22, thanks", "creds: bob/[secret], thanks"],
  ["the bike combo is 12-24-36", "the bike combo is [secret]"],
  ["my PIN is 4821", "my PIN is [secret]"],
  ["Your verification code is 482 913.", "Your verification code is [secret]."],
  ["G-482913 is your Google verification code", "[secret] is your Google verification code"],
  ["the door code is 4821", "the door code is [secret]"],
  ["OTP: 482913", "OTP: [secret]"],
  ["我的密码是hunter2，别告诉别人", "我的密码是[secret]，别告诉别人"],
  ["密码：abc12345", "密码：[secret]"],
  ["密码是abc123", "密码是[secret]"],
  ["登录密码还是abc123吧", "登录密码还是[secret]吧"],
  ["账号admin 密码admin123，记得改", "账号admin 密码[secret]，记得改"],
  ["账号密码：bob / hunter2", "账号密码：bob / [secret]"],
  ["PIN码4821", "PIN码[secret]"],
  ["保险箱密码都是 4821", "保险箱密码都是 [secret]"],
  ["WiFi密码 88888888 随便用", "WiFi密码 [secret] 随便用"],
  ["密码改成了Abc#123。", "密码改成了[secret]。"],
  ["口令是“天王盖地虎”", "口令是“[secret]”"],
  ["我的密码是芝麻开门。", "我的密码是[secret]。"],
  ["API密钥是 ab12cd34ef56", "API密钥是 [secret]"],
  ["【某银行】验证码482913，5分钟内有效", "【某银行】验证码[secret]，5分钟内有效"],
  ["482913是您的登录验证码", "[secret]是您的登录验证码"],
  ["我的卡号是6222021234567890128", "我的卡号是[secret]"],
  ["card 4111 1111 1111 1111", "card [secret]"],
  ["4111-1111-1111-1111", "[secret]"],
  ["pay with 378282246310005 please", "pay with [secret] please"],
  ["4111 1111 1111 1111 12/27 123 thanks", "[secret] thanks"],
  ["5555555555554444, cvv 123", "[secret], cvv [secret]"],
  ["IBAN DE89 3704 0044 0532 0130 00 at the bank", "IBAN [secret] at the bank"],
  ["GB82WEST12345698765432", "[secret]"],
  ["身份证号11010519491231002X。", "身份证号[secret]。"],
  ["my SSN is 123-45-6789", "my SSN is [secret]"],
];

const KEPT: string[] = [
  "order 4111111111111111 was shipped",
  "订单号4111111111111111已发货",
  "Order #1234567890123456",
  "4111111111111112 fails its check digit",
  "call me at +49 170 1234567 or 138 0013 8000",
  "snowflakes 175928847299117063 and 1234567890123456789",
  "550e8400-e29b-41d4-a716-446655440000",
  "commit e24bcabd4f0051d4f0051e24bcabd4f00510c4ad",
  "ISBN 978-3-16-148410-0, ISBN 9783161484100",
  "2026-03-01 12:00:00.123456789 1740830400000",
  "pi is 3.1415926535897932384626",
  "DE89 3704 0044 0532 0130 01 has wrong digits",
  "110105194912310021 身份证校验位不对",
  "123-45-6789 alone is a part number",
  "my password is not working",
  "the password is required and must be 8-20 characters",
  "password: string;",
  "const password = process.env.DB_PASSWORD;",
  "password=$DB_PASSWORD token=<your-token> pwd=********",
  "Password reset instructions were sent",
  "I use a password manager: 1Password",
  "password VARCHAR(255) NOT NULL",
  "What is my password?",
  "I forgot the password to my account",
  "the secret is out: tokens: 4096, max_tokens: 128",
  "password={{ vault.db }} token: hello, secret: none, api key: see https://example.com/docs",
  "the key is under the mat",
  "my password manager is great",
  "the garage code on the left, the pw manager on the right",
  "the pw is the same as before and the pw was leaked",
  "my boarding pass is A12B34, the ski pass is 40 euros",
  "wifi: 2.4GHz / 5GHz, login: Google / Apple",
  "密码管理器很好用，密码都是同一个，密码还是6位",
  "the colour combo is 12-24-36",
  "a bearer of bad news, the basic idea",
  "zip code is 94110, area code 415, error code 500101, promo code SAVE20",
  "connect pin 13 to ground, PIN 2 is high",
  "sk-loading-indicator-12-large is a class name",
  "npm_config_registry and hf_hub and ghp_short",
  "https://example.com:8080/path?mail=a@b.test",
  "密码长度为8位，密码为8-16位",
  "密码是什么？我忘记密码了，密码是错的",
  "验证码已发送，有效期为5分钟",
  "我的密码是我的生日",
  "[secret] and [private] and [erased]",
  "😀👩‍👩‍👧 𠮷野家",
];

describe("redact (R328)", () => {
  it.each(PRIVATE)("private: %j is stored as %j", (given, stored) => {
    expect(redact(given).text).toBe(stored);
  });

  it.each(TOKENS)("the key of %s", (_name, token) => {
    for (const [before, after] of [
      ["", ""],
      ["here: ", " ok"],
      ["密钥：", "。好的"],
      ['{"x":"', '"}'],
      ["(", ")."],
    ]) {
      const { text, count } = redact(before + token + after);
      expect(text).toBe(`${before}[secret]${after}`);
      expect(count).toBe(1);
    }
  });

  it.each(HIDDEN)("hidden: %j", (given, stored) => {
    expect(redact(given).text).toBe(stored);
  });

  it.each(KEPT)("kept: %j", (text) => {
    expect(redact(text)).toEqual({ text, count: 0, kinds: {} });
  });

  it("counts by kind", () => {
    const { count, kinds } = redact(
      "<private>x</private> my password is hunter2, card 4111111111111111, otp 123456, pwd=abc123",
    );
    expect([count, kinds]).toEqual([5, { private: 1, password: 2, card: 1, code: 1 }]);
  });

  it("the caller's own patterns: without regard to case, never inside of a mark, never empty", () => {
    const extra = ["project-\\w+", "secret", "x*"];
    expect(redact("Project-Falcon has a secret, pwd=abc123 max", extra)).toEqual({
      text: "[secret] has a [secret], pwd=[secret] ma[secret]",
      count: 4,
      kinds: { custom: 3, password: 1 },
    });
    expect(redact("Ab12 ab12", [/ab\d+/]).text).toBe("Ab12 [secret]");
  });
});

const fragment = fc.oneof(
  fc.constantFrom(
    ...[...PRIVATE, ...HIDDEN].map(([given]) => given),
    ...TOKENS.map(([, token]) => token),
    ...KEPT,
    "<private>",
    "</private>",
    "password is ",
    "密码是",
    "[secret]",
    "[secret",
    "-----BEGIN PRIVATE KEY-----",
    "://a:",
    "token=",
    '"',
    " ",
    "\n",
    "😀",
  ),
  fc.string({ unit: "grapheme", maxLength: 12 }),
  fc.string({ unit: "binary", maxLength: 12 }),
);
const anyText = fc.array(fragment, { maxLength: 8 }).map((parts) => parts.join(""));

describe("redact, whatever is said", () => {
  it("R328: a second time changes nothing", () => {
    fc.assert(
      fc.property(anyText, (given) => {
        const once = redact(given).text;
        expect(redact(once)).toEqual({ text: once, count: 0, kinds: {} });
      }),
      { numRuns: 2_000 },
    );
  });

  it("what is well-formed stays so, and what is masked was there", () => {
    fc.assert(
      fc.property(anyText, (given) => {
        const { text, count } = redact(given.toWellFormed());
        expect(text.isWellFormed()).toBe(true);
        expect(text === given.toWellFormed()).toBe(count === 0);
      }),
      { numRuns: 2_000 },
    );
  });

  it("a password is not stored, whatever stands around it", () => {
    const words = fc.stringMatching(/^[a-z]{0,8}[.!?] $/);
    const password = fc.stringMatching(/^[A-Za-z]{3,10}[0-9]{2,6}[a-z]{2,4}$/);
    fc.assert(
      fc.property(words, password, words, (before, secret, after) => {
        for (const said of [`my password is ${secret}`, `密码：${secret}`, `pwd="${secret}"`]) {
          expect(redact(`${before}${said} ${after}`).text).not.toContain(secret);
        }
      }),
    );
  });
});

describe("redact of 1 MB is done in linear time", () => {
  const MB = 1_048_576;
  it.each([
    "I moved to Berlin in 2019, and Alice said that I should call. ",
    "我住在北京，昨天去了上海，价格是123元。",
    '{"id":"550e8400-e29b-41d4-a716-446655440000","ms":123}\n',
    "<private ",
    "password is ",
    "password_",
    "token=",
    "-----BEGIN PRIVATE KEY-----\n",
    "eyJ",
    "mk_",
    "://a:b",
    "1 ",
    "4111 1111 ",
    "密码",
    "DE89 ",
    "1",
  ])("%j again and again", (piece) => {
    const { took, most } = growth(redact, (length) => piece.repeat(Math.ceil(length / piece.length)), MB);
    expect(took).toBeLessThan(most);
  });
});

describe("long texts", () => {
  const blanks = " ".repeat(200_000);
  const pumps = [
    `my password for${blanks}`,
    `password to${blanks}x`,
    `my door code for${blanks}`,
    `my passphrase is ${"a ".repeat(100_000)}`,
    `${"password is ".repeat(20_000)}`,
    `token=${".".repeat(200_000)}x`,
    `密码${"是".repeat(200_000)}`,
  ];
  it.each(pumps)("S3: %#: are read in linear time", (text) => {
    const begun = process.threadCpuUsage();
    redact(text);
    const { user, system } = process.threadCpuUsage(begun);
    expect((user + system) / 1_000).toBeLessThan(2_000);
  });

  it("a few blanks between the words change nothing", () => {
    expect(redact("my password for  the wifi   is  hunter2!").text).toBe(
      "my password for  the wifi   is  [secret]",
    );
  });
});

describe("a long text is read in parts", () => {
  const key = "sk-abc123def456ghi789jkl012";
  const around = (at: number, secret: string): string =>
    `${"Tea is nice. ".repeat(2_000).slice(0, at - 1)} ${secret} ${"Tee ist fein. ".repeat(2_000)}`;

  it.each([key, "my password is hunter2xyz", "4111 1111 1111 1111", "我的密码是 hunter2xyz"])(
    "%s is found wherever the parts meet",
    (secret) => {
      const expected = redact(` ${secret} `).text.trim();
      expect(expected).not.toBe(secret);
      for (let at = 16_330; at < 16_450; at += 1) {
        expect(redact(around(at, secret)).text, String(at)).toBe(around(at, expected));
      }
    },
  );

  it("a token of any length goes whole, and so does what reaches over many parts", () => {
    const long = `sk-${"a1b2c3d4".repeat(20_000)}`;
    expect(redact(around(9_000, long)).text).toBe(around(9_000, "[secret]"));
    const told = `<private>${"I am ill. ".repeat(10_000)}</private>`;
    expect(redact(around(9_000, told)).text).toBe(around(9_000, "[private]"));
  });
});

function redactJson(value: unknown): RedactedJson {
  return runSteps(redactJsonInSteps(value));
}

describe("redactJson (R328)", () => {
  it.each<[given: unknown, stored: unknown, count: number]>([
    [{ note: "my password is hunter2" }, { note: "my password is [secret]" }, 1],
    [{ args: { password: "x" } }, { args: { password: "[secret]" } }, 1],
    [{ password: 1234, otp: 482913 }, { password: "[secret]", otp: "[secret]" }, 2],
    [{ "API-Key": "k", client_secret: "s" }, { "API-Key": "[secret]", client_secret: "[secret]" }, 2],
    [{ headers: { Authorization: "Bearer a" } }, { headers: { Authorization: "[secret]" } }, 1],
    [{ cookies: ["a=b", "c=d"] }, { cookies: ["[secret]", "[secret]"] }, 2],
    [[{ name: "password", value: "x" }], [{ name: "password", value: "[secret]" }], 1],
    [{ 密码: "芝麻" }, { 密码: "[secret]" }, 1],
    [{ token: "ab12cd34ef56" }, { token: "[secret]" }, 1],
    [{ card: 4111111111111111 }, { card: "[secret]" }, 1],
    [{ "card 4111111111111111": 1 }, { "card [secret]": 1 }, 1],
    [{ deep: [[{ text: "<private>x</private>" }]] }, { deep: [[{ text: "[private]" }]] }, 1],
    [{ args: '{"password":"x1y2"}' }, { args: '{"password":"[secret]"}' }, 1],
  ])("%j is stored as %j", (given, stored, count) => {
    const redacted = redactJson(given);
    expect(JSON.parse(redacted.json!)).toEqual(stored);
    expect(redacted.count).toBe(count);
    expect(redactJson(stored)).toEqual({ json: redacted.json, count: 0, kinds: {} });
  });

  it.each([
    { token: "hello", logprob: -0.1 },
    { tokens: 4096, max_tokens: 128 },
    { password: null, secret: true, cookie: "" },
    { properties: { password: { type: "string", minLength: 8 } } },
    { secretary: "Bob", passport: "none", key: "home", author: "Ann" },
    { id: 1234567890123, at: 1740830400000, n: 1e21 },
    { city: "北京", args: [1, null, true, "晴"] },
    { key: { toString: {} }, name: { valueOf: 1 }, 键: { toString: null } },
  ])("%j is kept", (given) => {
    expect(redactJson(given)).toEqual({ json: JSON.stringify(given), count: 0, kinds: {} });
  });

  it("writes what JSON.stringify writes, and nothing twice", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const once = redactJson(value);
        if (once.count === 0) expect(once.json).toBe(JSON.stringify(value));
        expect(redactJson(JSON.parse(once.json!)).count).toBe(0);
      }),
    );
    expect(redactJson(new Date(0)).json).toBe('"1970-01-01T00:00:00.000Z"');
    expect(redactJson(undefined).json).toBeUndefined();
  });
});
