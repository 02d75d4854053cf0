import type { Sentences } from "../en/index.ts";
import type { talkEn } from "../en/talk.ts";

/** 对 Easel 说的话不是明确请求时的回答。 */
export const talkZhCN: Sentences<typeof talkEn> = {
  talk: {
    question: (words) => `你写的是“${words}”。要让 Easel 把它做出来吗？现在什么都没有生成，也没有产生费用。`,
    hint: "以 `/imagine` 开头就会直接生成，不再询问。发送 `help` 查看其他功能。",
    corrected: "如果你是这个意思：",
    offer: (button, what) => `**${button}**：${what}`,
    made: (what, model, options) => [what, `使用 \`${model}\``, ...options.map((option) => `\`${option}\``)].join("，"),
    prompted: (what, prompt) => `${what}：${prompt}`,
    pictures: (count, changed) => `${changed ? "修改后的图片" : "图片"} ${count} 张`,
    clip: (seconds, billed) => (seconds === billed ? `${seconds} 秒视频` : `${seconds} 秒视频，按 ${billed} 秒计费`),
    makeIt: "生成图片",
    makeClip: "生成视频",
  },
};
