import type { quotaCommandsEn, quotaEn, quotaGroupsEn } from "../en/quota.ts";
import { numberText } from "../render/sentence-parts.ts";
import type { Sentences } from "../en/index.ts";

/** 关于配额和用量的命令。 */
export const quotaCommandsZhCN: Sentences<typeof quotaCommandsEn> = {
  usage: "你用了多少，每项配额还剩多少",
  "easel-admin quota show": "查看所有配额及剩余额度",
  "easel-admin quota set": "设定一项配额",
  "easel-admin quota grant": "在重置之前追加额度",
  "easel-admin quota clear": "取消一项配额",
  "easel-admin quota refund": "退还结果不明的请求所占额度",
  "easel-admin usage": "所有人的用量，附图表和表格",
};

export const quotaGroupsZhCN: Sentences<typeof quotaGroupsEn> = {
  "easel-admin quota": "可以生成多少",
};

/** 关于配额和用量的文字。 */
export const quotaZhCN: Sentences<typeof quotaEn> = {
  quota: {
    images: (count) => `${numberText(count)} 张图片`,
    seconds: (count) => `${numberText(count)} 秒视频`,
    nothing: "无",
    and: (images, seconds) => `${images}和${seconds}`,
    per: {
      day: (amount, whose) => `${whose}每天 ${amount}`,
      week: (amount, whose) => `${whose}每周 ${amount}`,
      month: (amount, whose) => `${whose}每月 ${amount}`,
    },
    which: {
      day: (unit, whose) => `${whose}每天的${unit}`,
      week: (unit, whose) => `${whose}每周的${unit}`,
      month: (unit, whose) => `${whose}每月的${unit}`,
    },
    whoseFirst: {
      day: (whose, what) => `${whose}：每天${what}`,
      week: (whose, what) => `${whose}：每周${what}`,
      month: (whose, what) => `${whose}：每月${what}`,
    },
    granted: (quota, amount) => `${quota}（目前另加 ${amount}）`,
    group: (name) => `组 ${name} `,
    channel: (name) => `频道 ${name} `,
    key: (name) => `密钥 ${name} `,
    otherWorkspace: (id) => `工作区 \`${id}\` `,
    over: (asked, left, quota, resets) => `这需要 ${asked}，但${quota}的额度只剩 ${left}。${resets} 重置。`,
    usedUp: (asked, quota, resets) => `这需要 ${asked}，但${quota}的额度已用完。${resets} 重置。`,
    overAdvice: "请减少数量、等到重置，或请管理员追加。没有发送任何内容，也没有产生费用。",
    usedUpAdvice: "请等到重置，或请管理员追加。没有发送任何内容，也没有产生费用。",
    noPrice: (model, quota) => `这里的配额限制${quota}，但 ${model} 没有该货币的价格。`,
    noPriceAdvice:
      "请选择其他模型，请运营者补充它的价格（`PRICES`），或请管理员取消这项配额。没有发送任何内容，也没有产生费用。",
    left: (left, quota, resets) => `还剩 ${left}（${quota}）；${resets} 重置`,
    noneLeft: (quota, resets) => `已用完（${quota}）；${resets} 重置`,
    warned: {
      most: (used, quota, resets) => `已用 ${used}（${quota}）。${resets} 重置。`,
      all: (quota, resets) => `此请求用完了额度（${quota}）。${resets} 重置。`,
      allByOther: (quota, resets) => `额度已用完（${quota}）。${resets} 重置。`,
      by: (name) => `${name} 的请求达到了此值。`,
    },
  },
  usage: {
    title: "**你的用量（含进行中的任务）**",
    day: "今天",
    week: "本周",
    month: "本月",
    left: "剩余额度",
    moreQuotas: (count) => `另有 ${count} 个用得较少的额度。`,
    noQuotas: "这里没有限制你的配额。",
    of: {
      day: "**今天的用量**",
      week: "**本周的用量**",
      month: "**本月的用量**",
    },
    hidden: "私密位置和其他工作区",
    inAll: "合计",
    none: "没有用量。",
    noneIn: (month) => `${month} 没有用量。`,
    report: {
      title: (month) => `**${month}的用量**`,
    },
    more: (count) => `另有 ${count} 项，全部见表格`,
    cut: (rows) => `表格只有最近的 ${rows} 行。`,
    tableName: "每天的用量，按成员、频道和模型",
    ownMonth: "你本月的用量",
    ownTable: "你每天的用量，按频道和模型",
    chart: {
      units: { images: "图片", seconds: "视频秒数" },
      by: {
        member: (what) => `各成员的${what}`,
        channel: (what) => `各频道的${what}`,
        model: (what) => `各模型的${what}`,
        day: (what) => `每天的${what}`,
      },
      quotas: "配额",
      fullest: "用得最多的配额",
      usedOf: (used, amount) => `已用 ${used}，共 ${amount}`,
      others: (count) => `其他 ${count} 项`,
      described: (title, items) => `${title}：${items.join("，")}。`,
      more: "以及其他",
      item: (label, note) => `${label}（${note}）`,
      headed: (heading, charts) => `${heading}。${charts.join("")}`,
    },
    notDrawn: {
      failed: "图表无法绘制。",
      too_many: "这里没有图表，因为短时间内请求的图表太多。请一分钟后再试。",
    },
  },
  money: {
    unknown: "价格未知",
    of: (amount, money) => `${amount}（${money}）`,
    some: (amounts, jobs) => `${amounts}，另有 ${jobs} 个价格未知`,
    costs: (money) => `费用为 ${money}。`,
    costsUnknown: "费用未知。",
    price: (money) => `价格：${money}`,
    budget: {
      most: (spent, budget, resets) => `本月预算即将用完：已用 ${spent}，共 ${budget}。本月于 ${resets} 结束。`,
      all: (spent, budget, resets) =>
        `本月预算已用完：已用 ${spent}，共 ${budget}。本月于 ${resets} 结束。预算不会停止请求：如需停止，请使用配额或暂停。`,
      unpriced: (jobs) => `未计入：${jobs} 个价格未知。`,
    },
  },
  quotaAdmin: {
    title: "**配额**",
    none: "还没有配额：生成数量只受规则和网关密钥的限制。用 `/easel-admin quota set` 设定一项。",
    oneScope:
      "一项配额只能针对一个范围、频道、组、成员或密钥，请只选一个，例如 `/easel-admin quota set --amount 100 --unit pictures --scope channel`。",
    oneScopeInForm: (other) => `请只选择这里的成员或“${other}”中的一项，不能两者都选。`,
    noSuchPerson: (given) => `这里找不到“${given}”。请提及此人，或写出所显示的名称。`,
    noSuchChannel: (given) => `这里找不到频道“${given}”。请提及它，或写出所显示的名称。`,
    noSuchQuota: (quota) =>
      `没有${quota}的配额。\`/easel-admin quota show\` 列出所有配额，\`/easel-admin quota set\` 设定一项。`,
    ofUnit: {
      images: "图片",
      seconds: "视频秒数",
    },
    ofMoney: (currency) => `金额（${currency}）`,
    noPrices:
      "无法设定按金额的配额，因为运营者没有设定价格（`PRICES`）。请改为设定图片数或视频秒数的配额。没有更改任何内容。",
    otherCurrency: (given, currency) =>
      `运营者的价格以 ${currency} 计，${given} 的配额会拒绝所有请求。请用 ${currency} 设定。没有更改任何内容。`,
    wrongMoney: (given, currency) =>
      `“${given}”不是 ${currency} 的金额。请写成 20 或 12.50 这样的形式，最多 6 位小数。没有更改任何内容。`,
    moneyOfKey: "密钥的配额只计算图片数或视频秒数，不计金额。按金额的配额可用于个人、组、频道或工作区。",
    full: (max) => `已有 ${max} 项配额，不能再多。请先用 \`/easel-admin quota clear\` 取消一项。`,
    set: (before, after) => `之前：${before}。现在：${after}。`,
    noneBefore: "无",
    belowUsed: (used, resets) => `已用 ${used}，超过此数：在 ${resets} 之前不再接受新的请求。`,
    used: (used, left, resets) => `已用：${used}。还剩：${left}，${resets} 重置。`,
    cleared: (before) => `已取消：${before}。`,
    nothingToRefund: "没有可退还的：所有请求的结果都已明确。",
    refundable: "以下已计入用量，但结果不明。要退还其中一项，请用 `/easel-admin quota refund` 加上它的短名称：",
    noSuchRefund: (given) => `没有可退还的请求“${given}”。\`/easel-admin quota refund\` 列出可退还的请求。`,
    refunded: (amount, model, who) => `已退还：${amount}（${model}，${who}）。`,
  },
};
