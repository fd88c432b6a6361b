import type { Topic } from "../finding.ts";
import { isSecret } from "../secret.ts";
import { thing } from "../slot.ts";
import { items, on, type Rule } from "./claim.ts";

/** What of theirs people tell about, and the slot it fills. */
const ATTRIBUTES: readonly (readonly [string, Topic, string])[] = [
  ["年龄|年纪", "age", "age"],
  ["国籍", "origin", "nationality"],
  ["手机号码?|电话号码|电话|联系电话|联系方式|手机号|座机", "contact", "phone"],
  ["邮箱地址|邮箱|email|Email|e-?mail|电子邮箱|电子邮件", "contact", "email"],
  ["微信号?|wechat", "contact", "wechat"],
  ["QQ号?|qq号?", "contact", "qq"],
  ["地址|住址|家庭住址|收货地址|家庭地址|收件地址", "contact", "address"],
  ["学历|文凭|教育背景|教育程度", "study", "education"],
  ["工作地点?|工作的地方|上班的地方|办公地点", "work", "workplace"],
  ["学校|母校|大学", "study", "school"],
  ["公司|单位|雇主|工作单位|东家", "work", "employer"],
  ["职业|工作|职务|职位|岗位|本职工作|主业|头衔", "work", "job"],
  ["副业", "work", "side_job"],
  ["血型", "identity", "blood_type"],
  ["鞋码|鞋号|尺码|衣服尺码|腰围", "identity", ""],
  ["车牌号?|停车位|车位|工位|工号|学号|会员号|房间号|门牌号|座位号?|储物柜", "contact", ""],
  ["时区", "home", "time_zone"],
  ["性格", "identity", "character"],
  ["星座", "identity", "sign"],
  ["生肖|属相", "identity", "zodiac"],
  ["MBTI|mbti", "identity", "mbti"],
  ["信仰|宗教信仰", "identity", "belief"],
  ["民族", "identity", "ethnicity"],
  ["预算", "limit", "budget"],
  ["月薪|工资|年薪|收入|房租|房贷|月供", "contact", ""],
  ["结婚纪念日|纪念日", "birthday", "anniversary"],
  ["幸运数字|幸运色", "identity", ""],
  ["座右铭|人生信条", "identity", "motto"],
  ["(?:人生|最大的?|今年的?|长期|短期|下一个|终极|职业)?(?:目标|梦想|理想|愿望|心愿)", "goal", "goal"],
  ["过敏原|过敏源", "allergy", "allergies"],
  ["常用语言|编程语言|主力语言|技术栈", "skill", "stack"],
  ["支持的球队|球队", "favourite", "favourite:球队"],
];
const JOINT =
  "(?:就|也|都|还|只|才|大概|差不多|大约|目前|现在|一直)*(?:是|为|叫|在|有|只有|才|：|:|大概|大约|差不多|控制在|不超过)+";
const VAGUE =
  /^(?:什么|谁|哪|多少|很|挺|非常|特别|还行|不错|不好|不太|太|坏|好|你|这|那|有点|真|没|保密|秘密|不|啥|比较(?!内|外))/u;

/** 我的手机号是…, 我同事的单位叫…: the noun says what is told. */
export const ATTRIBUTE_RULES: readonly Rule[] = ATTRIBUTES.map(([nouns, topic, slot]) =>
  on(
    `zh/attribute:${slot === "" ? nouns.split("|", 1)[0]! : slot}`,
    new RegExp(`^(?:的)?((?:${nouns}))(?:${JOINT}|(?=[\\d一二两三四五六七八九十]))(.{1,60})$`, "u"),
    ([whole, noun, value]) => {
      if (
        isSecret(whole) ||
        (VAGUE.test(value!) && slot !== "character") ||
        (topic === "work" && /^(?:在)?(?:有点|很|挺)/u.test(value!))
      )
        return undefined;
      if (slot === "allergies")
        return items(value!).map((one) => ({
          topic: "allergy",
          slot: `allergy:${thing(one)}`,
          say: `对${one}过敏`,
          value: one,
        }));
      if (slot === "school" && !/大学|学院|中学|小学|一中|[\p{sc=Han}]大$|高中/u.test(value!))
        return undefined;
      return { topic, slot: slot || thing(noun!), value: value! };
    },
  ),
);
