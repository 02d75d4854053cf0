import type { Sentences } from "../en/index.ts";
import type { Thing } from "../render/sentence-parts.ts";
import type { waitingEn } from "../en/waiting.ts";

function noun(thing: Thing): string {
  return thing === "image" ? "图片" : "视频";
}

/** 任务为什么在等待。知道等到什么时候时，时间显示在句子后面。 */
export const waitingZhCN: Sentences<typeof waitingEn> = {
  keyless: {
    none: "等待中：没有密钥；管理员可以添加",
    refused: "等待中：网关拒绝了密钥；管理员可以添加新的密钥",
    disabled: "等待中：管理员停用了密钥",
    paused: "等待中：管理员暂停了密钥",
    spent: "等待中：密钥额度暂时用完；会自动再试",
  },
  setAside: "已搁置，因为 Easel 处理它时多次崩溃；下次尝试",
  waiting: "正在开始",
  waitingBecause: (reason) => `等待中：${reason}`,
  waitingForTry: (reason) => `等待中：${reason}；下次尝试`,
  waitingForSlot: (thing, of, unknown) => {
    const used = `${of} 个${noun(thing)}名额都在使用中`;
    if (unknown === 0) return `等待中：${used}`;
    return `等待中：${used}，其中 ${unknown} 个由网关未答复的${noun(thing)}占用；下一个名额开放`;
  },
  waitingForOwn: (thing, of) => `等待中：这里每位成员最多同时生成 ${of} ${thing === "image" ? "张图片" : "段视频"}`,
};
