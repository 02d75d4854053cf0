import type { Sentences } from "../en/index.ts";
import type { outcomesEn } from "../en/outcomes.ts";
import type { Thing } from "../render/sentence-parts.ts";

/** “图片”或“视频” */
export function noun(thing: Thing): string {
  return thing === "image" ? "图片" : "视频";
}

function measure(thing: Thing): string {
  return thing === "image" ? "张" : "段";
}

/** 例如“2 张图片” */
export function counted(thing: Thing, count: number): string {
  return `${count} ${measure(thing)}${noun(thing)}`;
}

/** 请求的结果和费用的文字。 */
export const outcomesZhCN: Sentences<typeof outcomesEn> = {
  result: {
    done: (mention, { thing, made, asked }) => {
      if (asked === 1) return `${mention}，你的${noun(thing)}好了。`;
      if (made === asked) return `${mention}，你的 ${counted(thing, asked)}好了。`;
      return `${mention}，${counted(thing, asked)}中有 ${made} ${measure(thing)}好了。`;
    },
    notShown: (mention, { thing, made, asked }) =>
      asked === 1
        ? `${mention}，你的${noun(thing)}已生成，但无法在这里显示。`
        : `${mention}，${counted(thing, asked)}中已生成 ${made} ${measure(thing)}，但都无法在这里显示。`,
    notYet: (mention, { thing, asked }) =>
      asked === 1
        ? `${mention}，你的${noun(thing)}还没有到。`
        : `${mention}，你的 ${counted(thing, asked)}都还没有到。`,
    noneDone: (mention, { thing, asked }) =>
      asked === 1
        ? `${mention}，你的${noun(thing)}没能生成。`
        : `${mention}，你的 ${counted(thing, asked)}都没能生成。`,
    noneArrived: (mention, { thing, asked }) =>
      asked === 1
        ? `${mention}，你的${noun(thing)}没能取回。`
        : `${mention}，你的 ${counted(thing, asked)}都没能取回。`,
    cancelled: (name) => `已取消 ${name} 的请求：`,
    late: (mention, thing, ordinal) => `${mention}，第 ${ordinal} ${measure(thing)}${noun(thing)}现在取回来了。`,
    lost: (mention, thing, ordinal) => `${mention}，第 ${ordinal} ${measure(thing)}${noun(thing)}最终没能取回。`,
    item: (item) => (item.of === 1 ? item.text : `第 ${item.ordinals.join("、")} ${measure(item.thing)}：${item.text}`),
    itemCancelled: "已取消。",
    itemUnknown: "网关没有确认收到请求。它仍可能在网关生成，但没有确认就取不回来。",
    againAlready: (who, link) =>
      `${who === undefined ? "你" : `${who} `}已经重新提交过这个请求${link === undefined ? "" : `：${link}`}。`,
    againPressed: "你刚刚点击过这个按钮，没有重复提交。",
    itemLate: "已经生成，但暂时取不回来；一取到就会发出。",
    itemSetAside: "已经生成，但 Easel 在取回时多次崩溃，因此稍后再试。点击按钮可立即重试。",
    fitted: (until) => (until === undefined ? "已缩小以便发布。" : `已缩小以便发布。原件可在 ${until} 前打开：`),
    tooLarge: (until) =>
      until === undefined
        ? "已经生成，但太大，无法发到这里，Easel 也没有可供链接的地址。管理员可以设置 `PUBLIC_URL`。"
        : `太大，无法发到这里。可在 ${until} 前打开：`,
    noLongerKept: (thing) => `这${measure(thing)}${noun(thing)}已不再保留。`,
    fetch: "重新取回",
    fetching: "正在重新取回，一到就发到这里。",
    isFetched: "已生成的内容都已经在这里了。",
    notFetchable: "网关上已经没有了：结果只保留 72 小时。",
    again: "再来一次",
    againUnknown: "重新提交（可能会生成两次）",
    tryAgain: "重试",
    changeRequest: "修改提示词、模型、尺寸…",
    againLike: "再来一张",
    reference: "用作参考图",
    star: "收藏",
    edit: "修改",
    animate: "做成视频",
    undo: "撤销",
    delete: "删除",
    confirmDelete: { question: "要为所有人删除吗？删除后无法恢复。", yes: "删除", no: "保留" },
    undone: (prompt) => `已撤销：${prompt}。这是上一个版本。`,
    recipe: "配方",
    sandbox: "由沙盒生成，没有实际费用",
    took: (seconds) => `用时 ${seconds} 秒`,
    from: ({ thing, ordinals, of, text }) =>
      of === 1 ? `源自“${text}”` : `源自“${text}”的第 ${ordinals.join("、")} ${measure(thing)}`,
  },
  cost: {
    willBillWith: (seconds, files) => `将按 ${seconds} 秒计费，其中所附视频约 ${files} 秒。`,
    willCharge: (amount) => `将计费：${amount}。`,
    openEnded: "长度未知的视频也会计费。",
    confirms: "生成之前会再次请你确认。",
    approves: "需要管理员批准。",
    willBill: (seconds) => `将按 ${seconds} 秒计费。`,
    billed: (seconds) => `按 ${seconds} 秒计费`,
    counted: (amount) => `计费：${amount}`,
    nothing: "没有产生费用。",
    chargedOf: (amount, of) => `请求的 ${of} 项中，计费：${amount}。`,
    charged: (amount) => `计费：${amount}。`,
    begun: (amount) => `已经开始生成，因此计费：${amount}。`,
    assumed: (amount) => `可能已经生成，因此视为已计费：${amount}。管理员可以退还。`,
    reserved: (amount) => `尚未计费。结果明确之前先预留：${amount}。`,
  },
};
