import type { peopleCommandsEn, peopleGroupsEn, peopleOptionsEn } from "./people-en.ts";
import type { Sentences } from "./en.ts";

/** 关于成员、组和预设的命令。 */
export const peopleCommandsZhCN: Sentences<typeof peopleCommandsEn> = {
  "easel link": "在两个平台上成为同一个人，共用一份配额",
  "easel-admin groups list": "有哪些组，组里有谁",
  "easel-admin groups create": "创建共用密钥、规则和配额的组",
  "easel-admin groups delete": "删除一个组",
};

/** 其中几个命令共有的开头词。 */
export const peopleGroupsZhCN: Sentences<typeof peopleGroupsEn> = {
  "easel-admin": "谁可以在这里做什么，用哪些密钥，用多少",
  "easel-admin groups": "共用密钥、规则和配额的人",
};

export const peopleOptionsZhCN: Sentences<typeof peopleOptionsEn> = {
  group: "哪个组",
};
