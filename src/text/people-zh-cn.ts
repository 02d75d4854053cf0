import type { peopleCommandsEn, peopleEn, peopleGroupsEn, peopleOptionsEn } from "./people-en.ts";
import type { Sentences } from "./en.ts";

/** 关于成员、组和预设的命令。 */
export const peopleCommandsZhCN: Sentences<typeof peopleCommandsEn> = {
  "easel link": "在两个平台上成为同一个人，共用一份配额",
  "easel-admin groups list": "有哪些组，组里有谁",
  "easel-admin groups create": "创建共用密钥、规则和配额的组",
  "easel-admin groups delete": "删除一个组",
  "easel-admin groups add": "把某人或拥有某角色的所有人加入组",
  "easel-admin groups remove": "把某人或某角色移出组",
};

/** 其中几个命令共有的开头词。 */
export const peopleGroupsZhCN: Sentences<typeof peopleGroupsEn> = {
  "easel-admin": "谁可以在这里做什么，用哪些密钥，用多少",
  "easel-admin groups": "共用密钥、规则和配额的人",
};

export const peopleOptionsZhCN: Sentences<typeof peopleOptionsEn> = {
  group: "哪个组",
  person: "谁",
  role: "拥有此角色或属于此用户组的所有人",
};

/** 关于成员和组的文字。 */
export const peopleZhCN: Sentences<typeof peopleEn> = {
  people: {
    groups: "**组**",
    noGroups: "还没有组。用 `/easel-admin groups create` 创建一个。",
    nobody: "还没有人",
    noSuchGroup: (given, suggestion) =>
      `没有名为“${given}”的组。${suggestion ? `你是指“${suggestion}”吗？` : ""}\`/easel-admin groups list\` 列出所有组。`,
    groupCreated: (name) => `已创建组“${name}”，里面还没有人。用 \`/easel-admin groups add\` 加入成员。`,
    groupTaken: (name) => `已经有名为“${name}”的组。请换一个名称。`,
    groupsFull: (max) => `已有 ${max} 个组，不能再多。请先删除一个。`,
    groupDeleted: (name, members) => `已删除组“${name}”及其规则和配额。成员：之前 ${members}，现在没有。`,
    groupOwnsKeys: (name, keys) =>
      `组“${name}”还有自己的密钥：${keys}。请先用 \`/easel-admin keys\` 把它们交给别人或移除。没有删除任何内容。`,
    personOrRole: "请说明是谁：`person` 或 `role`，只选其一。",
    noSuchPerson: (given) => `此工作区里没有“${given}”，或不止一位。请 @ 提及对方，或写出其 ID。`,
    noSuchRole: (given) => `此工作区里没有角色或用户组“${given}”，或不止一个。请提及它，或写出其 ID。`,
    memberAdded: (who, group, before, now) => `${who} 已加入“${group}”。成员：之前 ${before}，现在 ${now}。`,
    memberAlready: (who, group) => `${who} 已经在“${group}”里。没有任何改变。`,
    groupFull: (group, max) => `“${group}”已有 ${max} 个成员，不能再多。请指定角色，不要逐个添加。`,
    memberRemoved: (who, group, before, now) => `${who} 已移出“${group}”。成员：之前 ${before}，现在 ${now}。`,
    memberAbsent: (who, group) => `${who} 不在“${group}”里。没有任何改变。`,
  },
};
