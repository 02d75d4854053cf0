import type { Locale } from "../../../lib/locale.ts";

/** The words of the Console's list of models, in English. The page loads them with that list. */
const en = {
  kinds: { image: "For pictures", video: "For clips" },
  chooseUpTo: (max: number) => `Choose up to ${max} to compare. Models that you can't use here are not listed.`,
  comparison: "Comparison",
  limit: "Limit",
  usual: { image: "default for pictures", video: "default for clips" },
  tryIt: "Try it",
  tryModel: (name: string) => `Try it: ${name}`,
};

export type ConsoleModelTexts = typeof en;

const zhCN: ConsoleModelTexts = {
  kinds: { image: "用于图片", video: "用于视频" },
  chooseUpTo: (max) => `最多选择 ${max} 个进行比较。你在此处不能使用的模型不会列出。`,
  comparison: "比较",
  limit: "限制",
  usual: { image: "图片的默认模型", video: "视频的默认模型" },
  tryIt: "试一试",
  tryModel: (name) => `试一试：${name}`,
};

const CATALOGUE: Record<Locale, ConsoleModelTexts> = { en, "zh-CN": zhCN };

/** The words of the list of models in one language. */
export function consoleModelTexts(locale: Locale): ConsoleModelTexts {
  return CATALOGUE[locale];
}
