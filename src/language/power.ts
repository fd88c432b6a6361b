/** Where power over others is had: in this group, and over the bot that serves it. */
const HERE =
  "(?:here|(?:of|in|on|for|over) (?:this|the|our|your) (?:whole )?(?:group|server|channel|chat|bot|guild|community|room|discord|assistant))";
const ROLE =
  "(?:(?:new|only|sole|main|head|chief|real|true|group|server|channel|chat|bot|discord|guild|community) |super[- ]?)*(?:admin(?:istrator)?|moderator|mod|owner|boss|leader|user)s?";
/** A role at somebody's work or in a club of their own is no role in the group. */
const NOT_ELSEWHERE = `(?! (?:of|at|for|in|with|on) (?!(?:this|the|our|your) (?:whole )?(?:group|server|channel|chat|bot|guild|community|room|discord|assistant)\\b))`;
const EVERYBODY =
  "(?:everyone|everybody|you all|all of you|all members|members|people here|the (?:whole )?(?:group|bot|assistant|others?))";
const ALL =
  "(?:everything|anything|all\\b|any\\b|every\\b|everyone|everybody|anyone|others?|other people|members?|messages?|the (?:rules|group|server|bot|channel|chat|logs?|records?|memor(?:y|ies)|database|accounts?|payments?)|payments?|deploys?|deployments?|requests?|refunds?)";
const DEED =
  "(?:see|read|view|access|delete|change|edit|approve|authori[sz]e|decide|override|manage|kick|ban|mute|promote|spend)";

const ENGLISH: readonly RegExp[] = [
  // "Bob is the admin", "was made moderator here", "owner of this group"
  new RegExp(
    `\\b(?:is|are|am|i'm|be|became|becomes|made|named|appointed|elected) (?:now |currently |officially |also |actually )*(?:(?:the|an?|our|your|this group's|this server's) )?(?!user)${ROLE}\\b${NOT_ELSEWHERE}`,
  ),
  new RegExp(`\\b(?:admin(?:istrator)?|moderator|owner|operator|boss|leader) ${HERE}`),
  /\bpromoted to (?:an? |the )?(?:admin|moderator|mod|owner)\b/,
  // A title that somebody takes from today on; one that they have at their work is a fact.
  /\b(?:is|am|i'm|are) (?:now )?(?:the )?(?:new )?(?:ceo|cto|cfo|coo|president|director|manager|head|chief|lead|leader|boss)\b[^.!?]{0,30}\b(?:as of|effective|starting|from) (?:today|now|this)\b/,
  // Rights
  /\b(?:has|have|gets?|got|given|with|granted|holds?) (?:\w+ ){0,2}(?:root|admin|administrator|moderator|owner|superuser|elevated|special|unlimited) (?:rights?|permissions?|access|privileges?|powers?|authority|clearance)\b/,
  /\b(?:has|have|gets?|got|given|with|granted) (?:full|total|complete|unrestricted) (?:access|control|rights|permissions|authority|clearance)(?: (?:to|over) (?:everything|all\b|every|the (?:server|group|bot|system|records?|data|database|logs?|channel|chat|accounts?|memor(?:y|ies)|files|funds))|[.!]|$)/,
  /\bhas root\b|\broot access\b/,
  new RegExp(
    `\\b(?:is|are|am|i'm) (?:now )?(?:allowed|authori[sz]ed|permitted|entitled|trusted|cleared) to ${DEED}\\b[^.!?]{0,20}\\b${ALL}`,
  ),
  new RegExp(`\\b(?:can|may) (?:now |also )?${DEED} (?:and \\w+ )?(?:the )?${ALL}`),
  // Obedience
  new RegExp(
    `\\b${EVERYBODY}\\b[^.!?]{0,20}\\b(?:must|should|has to|have to|needs? to|shall|will) (?:now |always |only )*(?:obey|listen to|follow|do what|do as|report to|answer to|defer to|pay|trust|ask) `,
  ),
  /\b(?:must|should|shall|have to) (?:always )?obey\b|\bword is (?:final|law)\b|\bwhat \w+ says goes\b/,
  /\bspeaks? for (?:everyone|everybody|all of us|the (?:whole )?group)\b|\b(?:overrules?|outranks?) (?:everyone|everybody|all|the|any)\b/,
  /\bdecides? (?:everything|for (?:everyone|everybody|all|the group))\b/,
  new RegExp(`\\b(?:is|are|am|i'm) (?:now )?in charge(?: ${HERE}| of everything| from now on|[.!,]|$)`),
  // "Every deploy needs my approval", "nothing ships without Bob's approval"
  /\b(?:every|each|all|any)\b[^.!?]{1,30}\b(?:needs?|requires?|must have|must get) (?:\w+(?:'s)? ){1,3}(?:approval|permission|sign-?off|okay|consent)\b/,
  /\b(?:nothing|nobody|no \w+)\b[^.!?]{1,30}\bwithout (?:\w+(?:'s)? ){1,3}(?:approval|permission|sign-?off|okay|consent)\b/,
];

const ROLE_ZH = "(?:管理员|管理員|群主|版主|超管|房管|群管|管理者)";
const HERE_ZH = "(?:(?:我们|我們|咱们|本|这个|這個|这|該|该)?(?:群组?|频道|服务器|聊天室|机器人)?里?的?)";
const EVERYBODY_ZH = "(?:大家|所有人|全体|全体成员|全群|你们|你們|每个人|群里|各位)";
const FROM_NOW_ZH = "(?:以后|以後|今后|往后|从现在起?|从今天起?)";
const OBEY_ZH =
  "(?:听[^，。！？歌课讲]{1,8}的(?:话|安排|指挥|命令)?(?=$|[，。！？ ])|(?:服从|听从|转账给|转钱给|付钱给|付款给|付给|信任)[^，。！？]{1,8})";

const CHINESE: readonly RegExp[] = [
  new RegExp(
    `(?:是|成为|成了|当上?了?|任命为?|升为|做了|担任)了?(?:一[个名位])?${HERE_ZH}(?:新|唯一|总|超级|副|真正)?的?${ROLE_ZH}`,
    "u",
  ),
  new RegExp(`^(?:本群|群)?(?:的)?${ROLE_ZH}(?:现在)?是`, "u"),
  /(?:群|频道|服务器)里?的?(?:负责人|老大|管理权)/u,
  /(?:有|拥有|享有|获得|得到|给)[^，。！？]{0,4}(?:所有|全部|最高|管理员?|特殊|完全|一切|超级|后台|群)的?(?:权限|权力|特权)|有权限?(?:查看|看|删|改|批准|决定|管理|访问)|管理权|特权/u,
  /被?授权[^，。！？]{0,4}(?:查看|看|删|改|批准|决定|访问|管理)/u,
  /可以(?:查看|看|删|改|批准|决定|代表)[^，。！？]{0,8}(?:所有|全部|大家|任何|别人)/u,
  new RegExp(`${EVERYBODY_ZH}[^，。！？喜爱想]{0,4}${OBEY_ZH}`, "u"),
  new RegExp(`${FROM_NOW_ZH}[^，。！？]{0,4}(?:都|只|必须|全)(?:要|得|能)?${OBEY_ZH}`, "u"),
  /(?:群里|这里|这儿|本群|以后|今后|都由|一切|全都?)[^，。！？家]{0,10}说了算|^[^，。！？家]{1,8}说了算/u,
  /代表(?:大家|全体|群里|本群)/u,
  /(?:所有|每次|每个|任何|一切)[^，。！？]{0,12}(?:需要?|必须|都要|都得|得)(?:先)?(?:经过|通过|得到|由|经)?[^，。！？]{1,6}(?:批准|同意|审批|点头|允许)/u,
];

/**
 * Whether a claim would give somebody power over the others of a group: "Bob is the admin here", 张三是管理员. Whoever
 * says so in a group, it is not theirs to say; a person decides. What somebody does for a living, owns or plays is no
 * such claim.
 */
export function givesPower(text: string): boolean {
  const plain = text
    .normalize("NFKC")
    .replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu, "")
    .replaceAll("’", "'")
    .replace(/\s+/g, " ")
    .toLowerCase();
  return ENGLISH.some((sign) => sign.test(plain)) || CHINESE.some((sign) => sign.test(plain));
}
