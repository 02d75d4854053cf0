import type { Locale } from "../../../lib/locale.ts";

/** The words of the Console's lists of files, in English. The page loads them with the first file. */
const en = {
  files: "Files",
  move: (name: string) => `Move ${name}`,
  moveHint: "Drag it, or press the arrow keys",
  moved: (name: string, place: number, of: number) => `${name} is now file ${place} of ${of}.`,
  remove: (name: string) => `Remove ${name}`,
  addMore: "Add more files",
  noRoom: (names: string) => `No field takes ${names}, or has room for it.`,
  purposeOf: (name: string) => `Use of ${name}`,
  /** As prompts refer to it. */
  counted: {
    image: (number: number) => `Image ${number}`,
    video: (number: number) => `Video ${number}`,
    audio: (number: number) => `Audio ${number}`,
  },
  /** For a clip or a sound; tenths of a second. */
  lasting: (what: string, seconds: string) => `${what} · ${seconds} s`,
  aPicture: "Picture",
  roles: { mask: "Mask", first_frame: "First frame", last_frame: "Last frame" },
};

export type ConsoleFileTexts = typeof en;

const zhCN: ConsoleFileTexts = {
  files: "文件",
  move: (name) => `移动 ${name}`,
  moveHint: "拖动，或按方向键",
  moved: (name, place, of) => `${name} 现在是第 ${place} 个文件，共 ${of} 个。`,
  remove: (name) => `移除 ${name}`,
  addMore: "添加更多文件",
  noRoom: (names) => `没有字段接受 ${names}，或已放不下。`,
  purposeOf: (name) => `${name} 的用途`,
  counted: {
    image: (number) => `图片 ${number}`,
    video: (number) => `视频 ${number}`,
    audio: (number) => `音频 ${number}`,
  },
  lasting: (what, seconds) => `${what} · ${seconds} 秒`,
  aPicture: "图片",
  roles: { mask: "蒙版", first_frame: "首帧", last_frame: "尾帧" },
};

const CATALOGUE: Record<Locale, ConsoleFileTexts> = { en, "zh-CN": zhCN };

/** The words of lists of files in one language. */
export function consoleFileTexts(locale: Locale): ConsoleFileTexts {
  return CATALOGUE[locale];
}
