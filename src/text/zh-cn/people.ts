import type { linkingEn, peopleCommandsEn, peopleEn, peopleGroupsEn, presetsEn } from "../en/people.ts";
import { numberText } from "../render/sentence-parts.ts";
import type { Sentences } from "../en/index.ts";

/** 关于成员、组和预设的命令。 */
export const peopleCommandsZhCN: Sentences<typeof peopleCommandsEn> = {
  "easel link": "在两个平台上使用同一账户和同一份配额",
  "preset list": "你的预设和此频道的预设",
  "preset save": "把选项保存为预设",
  "preset delete": "删除预设",
  "easel home": "选择你的私信归属哪个服务器",
  "easel unlink": "在此平台上重新使用独立账户",
  "easel-admin claim": "用代码启用此工作区",
  "easel-admin join": "把两个工作区合并为一个组织",
  "easel-admin groups list": "列出所有组及其成员",
  "easel-admin groups create": "创建一个组",
  "easel-admin groups delete": "删除一个组",
  "easel-admin groups add": "把成员或角色加入组",
  "easel-admin groups remove": "把成员或角色移出组",
};

/** 其中几个命令共有的开头词。 */
export const peopleGroupsZhCN: Sentences<typeof peopleGroupsEn> = {
  preset: "以名称保存的选项",
  "easel-admin": "密钥、组、规则、限制和配额",
  "easel-admin groups": "共用密钥、规则和配额的成员",
};

/** 关于成员和组的文字。 */
export const peopleZhCN: Sentences<typeof peopleEn> = {
  people: {
    groups: "**组**",
    noGroups: "还没有组。用 `/easel-admin groups create` 创建一个。",
    nobody: "还没有人",
    noSuchGroup: (given, suggestion, typed) =>
      `没有名为“${given}”的组。${suggestion ? `你是指“${suggestion}”吗？` : ""}\`/easel-admin groups list\` 列出所有组，\`/easel-admin groups create ${typed}\` 创建此组。`,
    groupCreated: (name) => `已创建组“${name}”，还没有成员。用 \`/easel-admin groups add\` 加入成员。`,
    groupTaken: (name, typed) =>
      `已经有名为“${name}”的组。请换一个名称，或用 \`/easel-admin groups add ${typed}\` 向此组加入成员。`,
    groupsFull: (max) => `已有 ${max} 个组，不能再多。请先用 \`/easel-admin groups delete\` 删除一个。`,
    groupDeleted: (name, members) => `已删除组“${name}”及其规则和配额。原有成员 ${members} 位。`,
    groupOwnsKeys: (name, keys, typed) =>
      `组“${name}”还有自己的密钥：${keys}。请先用 \`/easel-admin keys assign --key ${typed} --to everyone\` 逐个分配给别人，或用 \`/easel-admin keys remove --key ${typed}\` 移除。没有删除任何内容。`,
    personOrRole: "请说明是谁：`person` 或 `role`，只选其一。",
    memberUnclear: (act, typed) =>
      `请说明是谁：\`person\` 或 \`role\`，只选其一，例如 \`/easel-admin groups ${act} --group ${typed} --person @名称\`。\`/easel-admin groups ${act} ${typed}\` 打开表单。`,
    oneMember: (other) => `请选择其中一项：这里的成员，或“${other}”。`,
    noSuchPerson: (given) => `此工作区里找不到“${given}”，或有多人同名。请 @ 提及对方，或写出其 ID。`,
    noSuchRole: (given) => `此工作区里找不到角色或用户组“${given}”，或有多个同名。请提及它，或写出其 ID。`,
    memberAdded: (who, group, before, now) => `${who} 已加入“${group}”。成员：之前 ${before}，现在 ${now}。`,
    memberAlready: (who, group) => `${who} 已经在“${group}”里。没有更改任何内容。`,
    groupFull: (group, max, typed) =>
      `“${group}”已有 ${max} 个成员，不能再多。请先用 \`/easel-admin groups remove ${typed}\` 移出成员，然后可用 \`/easel-admin groups add --group ${typed} --role @角色\` 以一个角色代替逐个添加。`,
    memberRemoved: (who, group, before, now) => `${who} 已移出“${group}”。成员：之前 ${before}，现在 ${now}。`,
    memberAbsent: (who, group) => `${who} 不在“${group}”里，\`/easel-admin groups list\` 列出成员。没有更改任何内容。`,
  },
};

/** 关于关联账户和合并组织的文字。 */
export const linkingZhCN: Sentences<typeof linkingEn> = {
  linking: {
    code: (code, minutes) =>
      `你的代码：\`${code}\`。请在 ${minutes} 分钟内到另一平台输入 \`/easel link ${code}\`；只能用一次。两处的账户将合并为一个。请勿把代码告诉他人。`,
    linked: (name) =>
      `账户已关联（${name}），共用一份配额。在某个平台输入 \`/easel unlink\` 可让那里重新使用独立账户；组、使用权限和配额留在另一个账户。`,
    linkedAlready: "这是你自己账户的代码：请到另一平台输入。没有更改任何内容。",
    otherOrganisation:
      "此代码来自另一个组织的工作区，只有同一组织内的账户才能关联。双方管理员可以用 `/easel-admin join` 合并组织。没有更改任何内容。",
    sameWorkspace:
      "这两个账户属于同一工作区的成员。`/easel link` 只用于关联同一个人在不同工作区的账户。没有更改任何内容。",
    listFull: "规则中的某个成员或词语列表会超出上限。请管理员精简后再试。没有更改任何内容。",
    longHistories: (jobs) =>
      `两个账户的任务都超过 ${numberText(jobs)} 个，无法关联。你可以继续分别使用；如需共用一份配额，管理员可以把它们加入同一个组。没有更改任何内容。`,
    longHistory: (jobs) =>
      `此工作区所属组织的任务超过 ${numberText(jobs)} 个，无法移动。如果另一个组织的任务较少，请在这里用 \`/easel-admin join\` 获取代码，并到那里输入，那个组织就会并入此组织。没有更改任何内容。`,
    wrongCode: {
      link: "代码无效：可能输错、已用过或已过期。请在另一个平台输入 `/easel link` 获取新代码，然后在这里输入。",
      join: "代码无效：可能输错、已用过或已过期。请另一个工作区的管理员用 `/easel-admin join` 获取新代码。",
      claim: "代码无效：可能输错。请从 Easel 启动时显示的“Claim:”一行，或控制台中的 `/easel-admin doctor` 复制代码。",
    },
    tooManyCodes: (minutes) => `你输入代码的次数太多。请在 ${minutes} 分钟后重试。`,
    openJobs: (count) =>
      `你还有 ${count} 个任务在等待或进行中，它们计入你的限制，因此暂时不能取消关联。请等它们完成，或用 \`/jobs cancel\` 取消，然后再试。没有更改任何内容。`,
    unlinked:
      "已取消关联：你在此平台上使用独立账户。限制、屏蔽和暂停对两个账户都有效。之前生成的内容、预设和你自己的密钥留在另一个账户。",
    left: "以下内容只属于另一个账户，管理员可以授予此账户：",
    leftAccess: "在仅限部分人使用的地方使用 Easel 的权限",
    leftGroups: (names) => `所在的组：${names}`,
    leftQuotas: "配额：此账户的配额为 0，直到管理员设置",
    notLinked: "你的账户没有关联，无需取消。用 `/easel link` 可以关联账户。",
    joinCode: (code, minutes) =>
      `代码：\`${code}\`。另一工作区的管理员请在 ${minutes} 分钟内在那里输入 \`/easel-admin join ${code}\`；只能用一次。那里的成员、组、密钥、规则和配额将归入此工作区的组织。此操作无法撤销。`,
    organisationsJoined: (name) =>
      `完成：此工作区现在属于 \`${name}\` 的组织。原组织的设置现在对此工作区有效；若原组织有多个工作区，则对每个都有效，并平分其配额。`,
    joinedAlready: "此代码来自本组织：请在另一个工作区输入。没有更改任何内容。",
    homes: "**你的私信可以归属这些服务器。**用 `/easel home` 选择：",
    homeNow: "当前",
    homeHere: "这里的私信本来就属于此工作区，无需选择。",
    noHome: "你不在任何启用了 Easel 的服务器里。",
    noSuchHome: (given, suggestion) =>
      `在你启用了 Easel 的服务器中，没有名为“${given}”的，或有多个同名。${suggestion ? `你是指“${suggestion}”吗？` : ""}\`/easel home\` 列出它们。`,
    homeChosen: (name, before, isHere) =>
      `你的私信现在归属${isHere ? "此服务器（" : " "}${name}${isHere ? "）" : ""}；之前：${before}。`,
    claimed: "已为此工作区启用 Easel。试试 `/imagine 黄昏的灯塔`。",
    claimedFor: (organisation) => `已为此工作区启用 Easel，属于组织 ${organisation}。试试 \`/imagine 黄昏的灯塔\`。`,
    claimedAlready: "此工作区已经启用。没有更改任何内容。",
  },
};

/** 关于预设的文字。 */
export const presetsZhCN: Sentences<typeof presetsEn> = {
  presets: {
    directHello: "你的私密结果会发到这里。",
    comesDirectly: (link) => `已收到。结果会发到你的私信${link === undefined ? "。" : `：${link}`}`,
    noDirect: {
      refused: "Easel 无法给你发私信。请允许私信，或去掉 `private`。没有发送任何内容，也没有产生费用。",
      unknown: "这里没有私信。请去掉 `private`。没有发送任何内容，也没有产生费用。",
    },
    title: "**预设**",
    none: "这里还没有预设。用 `/preset save` 保存选项，例如 `/preset save poster --size 2K`。",
    noneOfYours:
      "其中没有你的预设，频道的预设只有管理员可以删除。可用 `/preset save` 保存自己的预设，例如 `/preset save poster --size 2K`。",
    yours: "你的",
    ofChannel: "此频道的",
    empty: "预设至少要有一个选项，例如 `/preset save poster --size 2K --format webp`。",
    channelByAdmins: "只有管理员可以更改频道的预设。去掉 `for_channel` 则使用你自己的预设。",
    full: (max) => `已有 ${max} 个预设，不能再多。请先删除一个。`,
    saved: (name, typed, thing, replaced) =>
      `已${replaced ? "更新" : "保存"}预设“${name}”。用法例如 \`${thing === "image" ? "/imagine 一只红狐狸" : "/video 一只红狐狸在奔跑"} --preset ${typed}\`；同时输入的选项优先。`,
    deleted: (name) => `已删除预设“${name}”。`,
    noneToDelete: (given, suggestion) =>
      `没有可删除的预设“${given}”。${suggestion ? `你是指“${suggestion}”吗？` : ""}用 \`/preset list\` 查看。`,
    unknown: (given, suggestion) =>
      `没有适用的预设“${given}”。${suggestion ? `你是指“${suggestion}”吗？` : ""}用 \`/preset list\` 查看。没有发送任何内容，也没有产生费用。`,
  },
};
