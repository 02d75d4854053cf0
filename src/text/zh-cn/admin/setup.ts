import type { Sentences } from "../../en/index.ts";
import { numberText } from "../../render/sentence-parts.ts";
import type { setupEn } from "../../en/admin/setup.ts";

/** 在工作区中设置 Easel。 */
export const setupZhCN: Sentences<typeof setupEn> = {
  setup: {
    open: "设置 Easel",
    title: "**此工作区中的 Easel**",
    formTitle: "设置 Easel",
    offer: "现在就设置：默认模型、每天的限额、管理频道，以及谁可以使用 Easel。",
    effect:
      "一次保存此工作区的全部设置。超出限额时，成员只能请管理员批准。设了名单后，其他人的请求会被拒绝。更改对新的请求生效。",
    typed:
      "也可以用命令分别设置：`/easel-admin workspace defaults`、`/easel-admin quota set`、`/easel-admin workspace settings`、`/easel-admin workspace access`。",
    notSet: (model) => `不设置（使用 ${model}）`,
    perDay: "每天：图片张数，视频秒数",
    perDayHint: "整个工作区的两个数字，例如 200, 300；写 - 表示不限",
    wrongPerDay: (given, max) =>
      `“${given}”不是用逗号隔开的两个整数（均不超过 ${numberText(max)}），例如 \`200, 300\`。不设限额时写 \`-\`。`,
    adminChannel: "在哪里询问管理员",
    adminChannelHint: "需要批准的请求和给管理员的通知发到那里",
    adminChannelSuggestion: "需要批准的请求和给管理员的通知发到那里。建议选择只有管理员能看到的频道",
    here: "在此频道",
    off: "在提出请求的地方",
    inChannel: (channel) => `在${channel}`,
    kept: "在当前的管理频道",
    only: "谁可以使用 Easel",
    onlyHint: "组、角色和成员，用逗号分隔；不填表示所有人",
    saved: "已为此工作区保存：",
    unchanged: "没有更改：原来就是这样设置的。",
    now: "从现在起：",
    does: {
      models: (picture, clip) => `没有指定模型的请求，图片使用 ${picture}，视频使用 ${clip}。`,
      limit: (quota) => `最多${quota}。`,
      noLimit: {
        images: "此工作区没有给图片设置每天的限额。",
        seconds: "此工作区没有给视频设置每天的限额。",
      },
      asked: (where) => `${where}询问管理员。`,
      everybody: "此工作区允许所有人使用 Easel。",
      only: (names) => `此工作区只允许以下成员使用 Easel：${names}。`,
    },
  },
};
