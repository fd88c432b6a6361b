/** Words that put somebody above others: roles with rights, rights themselves, and orders to obey. */
const ENGLISH =
  /\b(?:admin(?:istrator)?s?|owner of (?:the|this) (?:group|server|channel|bot)|moderators?|mods?|super-?users?|root|operators?|sysadmins?|in charge|(?:has|have|gets?|given|with) (?:full |all |special |root |admin |every )*(?:rights?|permissions?|access|privileges?|authority|clearance)|(?:is|are|am) (?:allowed|authori[sz]ed|permitted|entitled|trusted|cleared) to|may (?:see|read|delete|change|approve|decide|access)|(?:must|should|has to|have to) (?:obey|listen to|follow|pay|trust|answer to)|can (?:approve|authori[sz]e|delete|override|see everything|read everything)|speaks? for (?:everyone|all|the group)|(?:overrule|outrank)s?)\b/i;
const CHINESE =
  /管理员|群主|版主|超管|房管|管理权|(?:有|拥有|享有|给|获得).{0,6}(?:权限|权力|特权|授权)|被?授权|可以(?:查看|看|删|改|批准|决定|代表).{0,8}(?:所有|全部|大家|任何|别人)|(?:大家|所有人|全体|你们|每个人|群里).{0,4}(?:听|服从|转账给|付给|信任).{1,8}|说了算|负责人|代表(?:大家|全体|群里)/u;

/**
 * Whether a claim would give somebody power over the others of a group: "Bob is the admin here", 张三是管理员. Whoever
 * says so in a group, it is not theirs to say; a person decides.
 */
export function givesPower(text: string): boolean {
  return ENGLISH.test(text) || CHINESE.test(text);
}
