import type { Locale } from "../../lib/locale.ts";
import type { Thing } from "./sentence-parts.ts";

/** The words of a result's page in English. Its type is the catalogue's. */
const en = {
  title: (thing: Thing): string => (thing === "image" ? "Picture" : "Clip"),
  prompt: "Prompt",
  details: "Details",
  model: "Model",
  size: "Size",
  file: "File",
  expires: "Kept until",
  sandbox: "Made by the sandbox",
  download: "Download",
  expiredTitle: "This link has expired",
  expired:
    "Links like this one work for a limited time. In the conversation where it was posted, someone may be able to make the result again.",
  goneTitle: "No longer available",
  gone: "Easel no longer keeps this result. In the conversation where it was posted, someone may be able to make it again.",
  unknownTitle: "There is nothing here",
  unknown: "Part of the link may be missing. Open it again from the message that it was posted in.",
};

export type ResultPageTexts = typeof en;

const zhCN: ResultPageTexts = {
  title: (thing) => (thing === "image" ? "图片" : "视频"),
  prompt: "提示词",
  details: "详情",
  model: "模型",
  size: "尺寸",
  file: "文件",
  expires: "保留至",
  sandbox: "由沙盒生成",
  download: "下载",
  expiredTitle: "这个链接已失效",
  expired: "链接只在一段时间内有效，现在已经过期。可以回到发布它的地方重新生成。",
  goneTitle: "已不再保留",
  gone: "这个链接指向的内容已不再保留。可以回到发布它的地方重新生成。",
  unknownTitle: "这里什么也没有",
  unknown: "链接可能不完整。请回到发布它的地方重新打开。",
};

/** The words of a result's page in one language. */
export function resultPageTexts(locale: Locale): ResultPageTexts {
  return locale === "en" ? en : zhCN;
}
