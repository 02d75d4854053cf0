import type { Texts } from "./en.ts";

/** 简体中文的全部文字。 */
export const zhCN: Texts = {
  commands: {
    imagine: "用文字生成图片",
    jobs: "你最近的图片和视频，以及进行中的任务",
    easel: "Easel 能做什么，怎么用",
  },
  options: {
    prompt: "画面内容",
    model: "使用哪个模型",
    size: "auto、1K、2K、4K，或像素尺寸，如 1024x768",
    aspect_ratio: "画面比例，如 16:9",
    quality: "精细程度；越高越慢",
    count: "生成几张",
    format: "文件类型",
    background: "图片背景",
  },
  problem: {
    intro: () => "这个请求有问题：",
    nothingSpent: "没有发送任何内容，也没有产生费用。修改后请重新发送。",
    empty: (option) => `\`${option}\` 是空的。请写下想看到的画面，例如 \`/imagine 一只红狐狸\`。`,
    notAllowed: (option, given, allowed) => `\`${option}\` 不能是“${given}”。可用：${allowed}。`,
    unknownModel: (given, suggestion, allowed) =>
      `\`model\`：没有名为“${given}”的模型。${suggestion ? `你是指 \`${suggestion}\` 吗？` : ""}可用：${allowed}。`,
    outOfRange: (option, given, min, max) => `\`${option}\` 不能是“${given}”。可用：${min} 到 ${max} 的整数。`,
    tooLong: (option, length, max) => `\`${option}\` 有 ${length} 个字符，最多 ${max} 个。`,
    size: (given, model, tiers, maxEdge) =>
      maxEdge === undefined
        ? `\`${model}\` 的 \`size\` 不能是“${given}”。可用：${tiers}，并可配合 \`aspect_ratio\`。`
        : `\`size\` 不能是“${given}”。可用：auto、${tiers}，或 <宽>x<高> 像素，每边不超过 ${maxEdge}，例如 1024x768。`,
    notForModel: (option, given, model, models) =>
      `\`${model}\` 不支持 \`${option}\`（“${given}”）。请去掉它，或改用 ${models}。`,
    conflict: (option, given, other, otherGiven) =>
      `\`${option}\`“${given}”与 \`${other}\`“${otherGiven}”互相矛盾，请只保留一个。`,
    unknownOption: (option, suggestion, allowed) =>
      `没有选项 \`${option}\`。${suggestion ? `你是指 \`${suggestion}\` 吗？` : ""}${allowed === "" ? "这个命令没有选项。" : `可用：${allowed}。`}`,
    missingValue: (option) => `\`${option}\` 没有值。请写在名称后面，例如 \`--${option} …\`。`,
    unclosedQuote: "有一个引号没有闭合。",
    unexpectedAttachment: (name) => `附带了“${name}”，但这个命令不接收文件。请去掉文件后重新发送。`,
  },
  unknownCommand: (given, suggestion) =>
    `没有命令 \`/${given}\`。${suggestion ? `你是指 \`/${suggestion}\` 吗？` : ""}输入 \`/easel\` 查看可用命令。`,
  notACommand: "输入 `/imagine` 和想看到的画面，或输入 `/easel` 查看其他命令。",
  noKey: "这里不能生成图片：没有设置图片服务的密钥。管理员可以设置 `IMAGE_API_KEY`。",
  trouble: "我们这边出了问题。没有发送任何内容，也没有产生费用。请稍后再试。",
  help: {
    title: "**Easel 在你们聊天的地方生成图片。**",
    example: "试试 `/imagine 黄昏的灯塔 --size 1K --count 2`。",
  },
  notice: {
    intro: (name, count) => `${name} 请求生成 ${count} 张图片`,
    waiting: "等待空位",
    waitingBecause: (reason) => `等待中：${reason}`,
    submitting: "正在提交",
    queued: (position) => (position === undefined ? "排队中" : `排队第 ${position} 位`),
    running: "正在生成",
    percent: (percent) => `${percent}%`,
    finished: "完成",
    fetching: "正在取回图片",
    failed: "失败",
    cancelled: "已取消",
    cancelling: "正在取消",
    unknown: "网关尚无回音",
    overdue: "比预期久",
    cancel: "取消",
  },
  result: {
    done: (mention, result) =>
      result.made === 1 && result.asked === 1
        ? `${mention}，你的图片好了。`
        : `${mention}，${result.asked} 张图片中有 ${result.made} 张好了。`,
    allDone: (mention, count) => `${mention}，你的 ${count} 张图片好了。`,
    notYet: (mention, count) =>
      count === 1 ? `${mention}，你的图片还没有到。` : `${mention}，你的 ${count} 张图片都还没有到。`,
    noneDone: (mention, count) =>
      count === 1 ? `${mention}，你的图片没能生成。` : `${mention}，你的 ${count} 张图片都没能生成。`,
    cancelled: (name) => `已由 ${name} 取消。`,
    late: (mention, ordinal) => `${mention}，第 ${ordinal} 张图片还是到了。`,
    lost: (mention, ordinal) => `${mention}，第 ${ordinal} 张图片不会来了。`,
    item: (item) => (item.of === 1 ? item.text : `第 ${item.ordinal} 张：${item.text}`),
    itemCancelled: "已取消。",
    itemUnknown: "网关没有说明是否收下了请求。如果收下了，图片随后就到。",
    undeliverable: "结果无法发到这里。",
    itemLate: "已经生成，但暂时取不回来；一取到就会发出。",
    again: "再来一次",
    recipe: "配方",
    sandbox: "由沙盒生成",
    seconds: (seconds) => `${seconds} 秒`,
  },
  failure: {
    unknownOutcome: "网关一直没有说明是否收下了请求。它可能已经生成，但取不回来。",
    waitedTooLong: "整整一天都没有空位。",
    expired: "网关已经没有它了。",
    neverAnswered: "网关三天都没有给出答复。",
    unretrievable: "已经生成，但三天内都没能从网关取回。",
    requestId: (id) => `（请求 ${id}）`,
  },
  cancel: {
    done: "已取消。",
    asked: "正在取消。已经开始的部分仍可能完成并计费。",
    tooLate: "已经结束，没有可取消的了。",
    notYours: "只有请求者本人或管理员可以取消。",
  },
  gone: "这里已经没有这个请求的记录了。",
  recipe: {
    title: "**配方**",
    prompt: "提示词",
    model: "模型",
    options: "选项",
    asked: "请求者",
    request: "请求",
    none: "无",
  },
  jobs: {
    none: "你还没有图片。试试 `/imagine 一只红狐狸`。",
    title: "**你最近的请求**",
    line: (state, prompt) => `${state} · ${prompt}`,
    running: (ended, count) => `进行中，已完成 ${ended}/${count}`,
    done: (made, count) => `已结束，生成 ${made}/${count}`,
  },
};
