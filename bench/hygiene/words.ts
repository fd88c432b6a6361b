/** Alternatives that many facts share: the many ways to say one thing. */
export const NAME = "name|call|goes by|known as|叫|名";
export const LIVES =
  "live|living|home|moved|moving|move|based|reside|residing|settled|住|家|搬|定居|居|生活|人在";
export const ALLERGIC = "allerg|过敏";
export const LIKES = "like|love|enjoy|prefer|favo|fan|into|adore|keen|fond|喜欢|爱|迷|偏好|热衷|最爱|沉迷";
export const DISLIKES =
  "dislike|hate|doesn't like|does not like|not like|can't stand|cannot stand|not a fan|not fond|not into|avoid|loathe|detest|" +
  "doesn't enjoy|does not enjoy|can't bear|不喜欢|讨厌|不爱|受不了|反感|不吃|不能吃|不想|怕";
export const MOTHER = "mum|mom|mother|妈|母";
export const FATHER = "dad|father|爸|父";
export const WIFE = "wife|spouse|married|partner|老婆|妻|爱人|太太|媳妇";
export const HUSBAND = "husband|spouse|married|partner|老公|丈夫|爱人|先生";
