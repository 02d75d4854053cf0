import type { Locale } from "../../../lib/locale.ts";

/** The words of a channel without messages, in English. The page loads them with the messages. */
const en = {
  title: "What would you like to see?",
  text: "Describe it in your own words. Type / to see everything Easel can do, or start from an example:",
  examples: [
    "/imagine a lighthouse at dusk --size 1K --count 2",
    "/imagine a red fox in fresh snow, morning light --aspect_ratio 16:9",
    "/imagine a hot-air balloon over a pine forest at sunrise --count 4",
  ],
};

export type ConsoleEmptyTexts = typeof en;

const zhCN: ConsoleEmptyTexts = {
  title: "你想看到什么？",
  text: "用自己的话描述即可。输入 / 可以查看 Easel 的全部命令，也可以从示例开始：",
  examples: [
    "/imagine 黄昏的灯塔 --size 1K --count 2",
    "/imagine 清晨，新雪中的一只红狐狸 --aspect_ratio 16:9",
    "/imagine 日出时飘过松林的热气球 --count 4",
  ],
};

const CATALOGUE: Record<Locale, ConsoleEmptyTexts> = { en, "zh-CN": zhCN };

/** The words of a channel without messages, in one language. */
export function consoleEmptyTexts(locale: Locale): ConsoleEmptyTexts {
  return CATALOGUE[locale];
}
