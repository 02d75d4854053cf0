import type { Sentences } from "../en/index.ts";
import type { policyCommandsEn, policyGroupsEn } from "../en/policy-commands.ts";

/** 关于规则的命令。 */
export const policyCommandsZhCN: Sentences<typeof policyCommandsEn> = {
  "easel limits": "你在这里可以做什么、还剩多少、由哪条规则决定",
  "easel-admin overview": "管理员的总览，用表单设置一切",
  "easel-admin setup": "在一个表单中完成基本设置",
  "easel-admin channel show": "查看此频道的规则",
  "easel-admin channel models": "此频道可用的模型",
  "easel-admin channel defaults": "此频道的默认模型",
  "easel-admin channel limits": "此频道的限制",
  "easel-admin channel access": "谁可以在此频道使用 Easel",
  "easel-admin channel talk": "在此频道提及 Easel 时直接生成还是先询问",
  "easel-admin channel reset": "移除此频道的全部规则",
  "easel-admin workspace show": "查看此工作区的规则",
  "easel-admin workspace models": "此工作区可用的模型",
  "easel-admin workspace defaults": "此工作区的默认模型",
  "easel-admin workspace limits": "此工作区的限制",
  "easel-admin workspace access": "谁可以在此工作区使用 Easel",
  "easel-admin workspace talk": "在此工作区提及 Easel 时直接生成还是先询问",
  "easel-admin workspace reset": "移除此工作区的全部规则",
  "easel-admin workspace settings": "时区，以及在哪里询问管理员",
  "easel-admin organisation show": "查看组织的规则",
  "easel-admin organisation models": "所有工作区可用的模型",
  "easel-admin organisation defaults": "组织的默认模型",
  "easel-admin organisation limits": "组织的限制",
  "easel-admin organisation access": "谁可以在整个组织中使用 Easel",
  "easel-admin organisation reset": "移除组织的全部规则，包括屏蔽",
  "easel-admin group show": "查看组的规则",
  "easel-admin group models": "组可用的模型",
  "easel-admin group defaults": "组的默认模型",
  "easel-admin group limits": "组的限制",
  "easel-admin group access": "组中谁可以使用 Easel",
  "easel-admin group reset": "移除组的全部规则",
  "easel-admin people block": "禁止某人使用 Easel",
  "easel-admin people unblock": "解除对某人的屏蔽",
  "easel-admin people list": "列出已屏蔽的成员",
  "easel-admin pause": "暂时不生成新内容",
  "easel-admin resume": "恢复已暂停的内容",
};

export const policyGroupsZhCN: Sentences<typeof policyGroupsEn> = {
  "easel-admin channel": "此频道的规则",
  "easel-admin workspace": "此工作区的规则和设置",
  "easel-admin organisation": "所有工作区共同的规则",
  "easel-admin group": "组的规则",
  "easel-admin people": "屏蔽和解除屏蔽成员",
};
