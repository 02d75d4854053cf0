import type { jobsEn } from "../en/jobs.ts";
import type { Sentences } from "../en/index.ts";

/** `/jobs`：请求列表和状态。 */
export const jobsZhCN: Sentences<typeof jobsEn> = {
  jobs: {
    noneHere: "这里还没有人请求过图片或视频。",
    titles: {
      own: "**你最近的请求**",
      running: "**你进行中的请求**",
      channel: "**此频道最近的请求**",
      starred: "**你的收藏和此频道的收藏**",
      all: "**此工作区最近的请求**",
    },
    ownStars: "**你的收藏**",
    noneStarred: "还没有可以在这里列出的收藏。点击结果下方的**收藏**即可添加。",
    noneRunning: "你最近的请求都不在进行中。",
    none: "你还没有图片或视频。试试 `/imagine 一只红狐狸`。",
    whichJob: (action) => `哪一个？请写上 \`/jobs\` 显示的短名称，例如 \`/jobs ${action} 1a2b3c4d\`。`,
    noSuchJob: (given) => `你最近的请求中没有“${given}”。用 \`/jobs\` 查看列表。`,
    line: (state, prompt) => `${state} · ${prompt}`,
    running: (made, count, failed) => `进行中，已生成 ${made}/${count}${failed === 0 ? "" : `，失败 ${failed}`}`,
    done: (made, count, failed) => `已结束，生成 ${made}/${count}${failed === 0 ? "" : `，失败 ${failed}`}`,
    notDelivered: (made, count) => (count === 1 ? "已生成，没有送达" : `已生成 ${made}/${count}，没有送达`),
    partlyDelivered: (done, undelivered) => `${done}，没有送达 ${undelivered}`,
    failed: "失败",
    declined: (who) => `${who} 已拒绝`,
    expired: "网关上已经没有这个结果了",
    neverKnown: "失败：无法得知是否已经生成",
    show: "查看",
    jump: "前往消息",
    newer: "较新的",
    older: "较早的",
    refresh: "刷新",
    page: (title, page) => `${title} · 第 ${page} 页`,
    whose: "哪些请求",
    scopes: {
      own: "我自己的",
      running: "我自己进行中的",
      channel: "此频道所有人的",
      starred: "我的收藏和此频道的收藏",
      all: "此工作区所有人的",
    },
  },
};
