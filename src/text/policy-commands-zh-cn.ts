import type { Sentences } from "./en.ts";
import type { policyCommandsEn, policyGroupsEn, policyOptionsEn } from "./policy-commands-en.ts";

/** 关于规则的命令。 */
export const policyCommandsZhCN: Sentences<typeof policyCommandsEn> = {
  "easel limits": "你在这里可以做什么、还剩多少、由哪条规则决定",
  "easel-admin channel show": "此频道的规则",
  "easel-admin channel models": "此频道可用的模型",
  "easel-admin channel defaults": "此频道未指定时采用的模型",
  "easel-admin channel limits": "此频道的时长、数量和需要先询问的情况",
  "easel-admin channel access": "谁可以在此频道使用 Easel，以及屏蔽词",
  "easel-admin channel reset": "撤回此频道的全部规则",
  "easel-admin workspace show": "此工作区的规则",
  "easel-admin workspace models": "此工作区可用的模型",
  "easel-admin workspace defaults": "未指定时采用的模型",
  "easel-admin workspace limits": "时长、数量和需要先询问的情况",
  "easel-admin workspace access": "谁可以使用 Easel，以及屏蔽词",
  "easel-admin workspace reset": "撤回此工作区的全部规则",
  "easel-admin workspace settings": "时区，以及在哪里询问管理员",
  "easel-admin group show": "小组的规则",
  "easel-admin group models": "小组可用的模型",
  "easel-admin group defaults": "小组未指定时采用的模型",
  "easel-admin group limits": "小组的时长、数量和需要先询问的情况",
  "easel-admin group access": "小组中谁可以使用 Easel，以及屏蔽词",
  "easel-admin group reset": "撤回小组的全部规则",
  "easel-admin people block": "禁止某人生成任何内容",
  "easel-admin people unblock": "允许某人重新生成",
  "easel-admin people list": "谁被屏蔽",
  "easel-admin pause": "暂时不生成新内容",
  "easel-admin resume": "恢复生成",
};

export const policyGroupsZhCN: Sentences<typeof policyGroupsEn> = {
  "easel-admin channel": "此频道的规则",
  "easel-admin workspace": "此工作区的规则和设置",
  "easel-admin group": "小组的规则",
  "easel-admin people": "谁被屏蔽",
};

export const policyOptionsZhCN: Sentences<typeof policyOptionsEn> = {
  allow: "名称或通配，如 *-720p，用逗号分隔；或 all（全部）",
  image_model: "默认图片模型；none 表示不规定",
  video_model: "默认视频模型；none 表示不规定",
  max_seconds: "视频最长秒数，按计费",
  max_count: "一次请求最多图片数",
  at_once: "每位成员同时最多任务数",
  confirm_seconds: "更长的视频先询问成员",
  approve_seconds: "更长的视频等待管理员",
  approve_count: "一次更多图片时等待管理员",
  clear: "要去掉的限制名称，或 all（全部）",
  only: "谁可以：小组、角色、成员；或 all（所有人）",
  block: "谁不可以：小组、角色、成员；或 none（无）",
  words: "要拒绝的词，用逗号分隔；或 none（无）",
  guests: "访客可否使用：yes 或 no",
  own_keys: "成员可否使用自己的密钥：yes 或 no",
  time_zone: "如 Europe/Berlin",
  admin_channel: "here（这里）或 off（关闭）",
  scope: "范围，如 channel；列表会给出可选项",
};
