import type { chainsEn } from "../en/chains.ts";
import type { Sentences } from "../en/index.ts";
import { optionHintsZhCN, optionLabelsZhCN } from "./options.ts";
import { noun } from "./outcomes.ts";

/** 接着图片往下做时的文字：表单、回复、配方、撤销与删除。 */
export const chainsZhCN: Sentences<typeof chainsEn> = {
  fields: optionLabelsZhCN,
  fieldHints: optionHintsZhCN,
  forms: {
    title: {
      imagine: "生成图片",
      edit: "修改图片",
      video: "生成视频",
      animate: "用图片生成视频",
      reference: "用作参考图",
      change: "修改请求",
    },
    submit: "开始生成",
    usual: (value) => `默认：${value}`,
    modelDecides: "默认：由模型决定",
    asInSize: "默认：与尺寸一致",
    noPreset: "无",
    notInPreset: "不包含在预设中",
    typed: {
      label: (field) => `其他${field}`,
      pixels: (maxEdge) =>
        `也可以输入以像素计的宽和高，例如 800x640${maxEdge === undefined ? "" : `，每边不超过 ${maxEdge}`}。不能同时指定宽高比。`,
      anything: "也可以输入其他值，是否接受由网关决定。",
    },
    promptHint: { imagine: "描述想看到的画面", edit: "描述要修改什么", video: "描述视频里发生什么" },
    clipWithoutFiles: "描述视频里发生什么。未设置公开地址（PUBLIC_URL），无法使用文件",
    about: {
      only: (thing, prompt) => `${noun(thing)}“${prompt}”`,
      one: (number, prompt) => `“${prompt}”的第 ${number} 张图片`,
      several: (count, prompt) => `“${prompt}”的 ${count} 张图片`,
      previous: (prompt) => `“${prompt}”之前的版本`,
      file: (name) => `文件“${name}”`,
      files: (count) => `消息中的 ${count} 个文件`,
    },
    morePictures: "更多图片",
    morePicturesHint: "与上面的图片一起使用",
    picture: "哪一张",
    pictureNumber: (number) => `第 ${number} 张`,
    allPictures: "全部",
    keepFiles: "保留已附上的文件",
    example: { imagine: "雪地里的红狐狸", edit: "改成蓝色", video: "海浪涌上沙滩" },
    typeEdit: "也可以直接输入：回复这张图片，提及 Easel 并写下要改什么，例如 `改成蓝色`。",
    typeAnimate:
      "也可以直接输入：回复这张图片，提及 Easel，写上 `--video` 和想看到的变化，例如 `--video 小船驶向远方`。",
    typeReference: "也可以直接输入：回复这张图片，提及 Easel 并写下新图片的内容，例如 `冬天的同一座房子`。",
    typeLine: (line) => `也可以直接输入：\`${line}\``,
    typeWithFiles: (line) => `也可以直接输入：把文件附在一条提及 Easel 的消息里，并写上 \`${line}\``,
  },
  reply: {
    which: (count, numbers) =>
      `这里有 ${count} 张图片，你指的是哪一张？请同时写上编号：${numbers}，例如 \`#2 改成蓝色\`。没有发送任何内容，也没有产生费用。`,
    noSuch: (number, numbers) =>
      `那条消息里没有图片 #${number}，只有 ${numbers}。如果这个数字是提示词的一部分，请不要写 \`#\`。没有发送任何内容，也没有产生费用。`,
    hidden:
      "Easel 看不到那条消息里的文件。请打开它的菜单，选择**应用**，再选择**修改图片**或**做成视频**，或者自己附上图片。",
    notYet: "那个请求还没有完成。请等结果发出后再回复。",
    notKnown:
      "Easel 找不到那条消息的图片：它没有图片，或者是已删除或过旧而不再保留的结果。请回复另一条消息，或附上图片。",
    nothingThere: "那条消息里没有图片，或图片已不在。请回复一条有图片的消息，或者附上一张。",
    noRecipe: "那条消息不是 Easel 发的结果，所以没有配方。",
    notMine: "那张图片不是 Easel 生成的，所以没有配方；只有 Easel 发的结果才有。",
  },
  picture: {
    title: (number, of) => (of === 1 ? "**这张图片**" : `**第 ${number} 张图片，共 ${of} 张**`),
    clip: "**这个视频**",
    tooLarge: "原图太大，无法在这里显示。",
    original: (url, until) => `原件（${until} 前可打开）：${url}`,
    originalIn: (url) => `原件在结果消息中：${url}`,
    result: (url) => `结果：${url}`,
    gone: "那张图片已经不在这里了。",
  },
  star: {
    starred: "已收藏。`/jobs --scope starred` 列出你的收藏和此频道的收藏。",
    unstarred: "这个结果已不在你的收藏中。",
    full: "你的收藏已满，请先取消一些。",
    gone: "那个结果已经不在这里了。",
    list: "查看收藏",
    unstar: "取消收藏",
  },
  delete: {
    done: "已删除。",
    notYours: "只有请求者本人或管理员可以删除。",
  },
  change: {
    notYours: "这里用到了其他成员的文件，所以只有该成员或管理员可以修改提示词。",
  },
  undo: {
    done: "已撤销。上一个版本在下面，回复会从它接着改。",
    already: "这一步已经撤销过了，上一个版本就在下方的消息里。",
    nothing: "没有可以撤销的：这是只用提示词生成的。",
    notYours: "只有请求这次修改的人或管理员可以撤销。",
    borrowed: "这是用其他成员的文件生成的，Easel 不会发布那个文件。",
  },
  recipe: {
    title: "**配方**",
    prompt: "提示词",
    wholePrompt: "完整的提示词在最后几页。",
    previousPage: "上一页",
    nextPage: "下一页",
    model: "模型",
    options: "选项",
    asked: "请求者",
    before: "制作步骤，从第一步开始：",
    thisOne: "这一步，详见下文",
    cost: "费用",
    pictures: (count) => `${count} 张图片`,
    seconds: (seconds) => `${seconds} 秒`,
    billedSeconds: (seconds) => `按 ${seconds} 秒计费`,
    settled: {
      reserved: "尚未计费",
      charged: "已计费",
      released: "未计费",
      assumed: "结果不明，视为已计费",
      refunded: "结果不明，已退还",
    },
    queued: "请求时间",
    started: "提交于",
    ended: "结束于",
    request: "请求",
    remote: "网关编号",
    said: (facts) => `网关的说明：${facts}`,
    facts: {
      generation_status: (status) => `生成 ${status}`,
      delivery_status: (status) => `交付 ${status}`,
      billing_status: (status) => `计费 ${status}`,
      message: (message) => `附言“${message}”`,
    },
  },
};
