import type { FileKind } from "../../core/request/reference.ts";
import type { modelsEn } from "../en/models.ts";
import type { Sentences } from "../en/index.ts";

const FILES: Record<FileKind, (count: number) => string> = {
  image: (count) => `${count} 张图片`,
  video: (count) => `${count} 段视频`,
  audio: (count) => `${count} 段音频`,
};

/** `/models`：列表和单个模型的页面。 */
export const modelsZhCN: Sentences<typeof modelsEn> = {
  models: {
    title: (from, to, count) => `**模型** · 第 ${from}–${to} 个，共 ${count} 个`,
    none: "**模型** · 这里没有可显示的模型。",
    pictures: "生成图片",
    catalogueOnly: "暂时取不到密钥自己的模型列表；以下是文档中的模型。",
    seconds: (allowed) => `${allowed} 秒`,
    takes: (kind, max) => `最多 ${FILES[kind](max)}`,
    undocumented: "文档只说明了提示词和秒数",
    filter: "列出哪些模型",
    filters: {
      all: "全部模型",
      image: "图片",
      video: "视频",
      sound: "可以使用音频的视频模型",
      references: "可以使用图片或视频的视频模型",
      short: "可生成不超过 5 秒的视频",
      long: "可生成 15 秒以上的视频",
      refused: "你在这里不能使用",
    },
    counted: (label, count) => `${label}（${count} 个）`,
    open: "打开一个模型",
    previous: "上一页",
    next: "下一页",
    model: (name, what) => `**模型** ${name} · ${what}`,
    forPictures: "用于图片",
    forClips: "用于视频",
    options: "选项",
    more: (values) => `${values}，或其他值`,
    files: (parts) => `文件：${parts.length === 0 ? "无" : parts.join("、")}`,
    needs: (kind, min) => `至少需要 ${FILES[kind](min)}`,
    promptMax: (max) => `提示词：最多 ${max} 个字符。`,
    tiers: (table) => `对应像素：${table}。`,
    example: "示例",
    attachFirst: "请把所需文件附在同一条消息里。",
    useHere: "在这里使用",
    useNote: "“在这里使用”会打开已选好这个模型的表单。提交之前不会生成或更改任何内容。",
    back: "返回列表",
    compared: {
      files: "文件",
      noFiles: "无",
      taken: "支持",
      promptLength: "提示词",
      promptLengthUpTo: (max) => `最多 ${max} 个字符`,
      note: "说明",
      more: (count) => `还有 ${count} 个未在此显示；\`/models\` 会列出全部。`,
    },
    gone: "这里已经没有这个模型了。`/models` 会显示当前的模型。",
  },
};
