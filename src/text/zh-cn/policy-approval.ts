import type { Sentences } from "../en/index.ts";
import type { policyApprovalEn } from "../en/policy-approval.ts";

/** 确认价格和管理员批准的文字。 */
export const policyApprovalZhCN: Sentences<typeof policyApprovalEn> = {
  confirm: {
    question: (seconds, threshold, by) =>
      `此视频将按 ${seconds} 秒计费。超过 ${threshold} 秒会先询问你（${by}的规则）。尚未发送任何内容，也没有产生费用。`,
    button: (seconds) => `生成（${seconds} 秒）`,
    said: {
      confirm: "你已同意。视频会发在你提出请求的地方。",
      ask: "你已请管理员决定。结果会发在你提出请求的地方。",
      make: "已提出请求。",
    },
    gone: "那个询问已过期，或不是发给你的。请重新提出请求。",
    left: "你已不在这个请求所属的工作区里。没有生成任何内容。",
    already: {
      confirm: "你已经同意过了：正在生成，或已完成。",
      ask: "你已经请管理员决定了：正在等待，或已有决定。",
      make: "你已经提出过这个请求：正在生成，或已完成。",
    },
    comesThere: (channel) => `已提出请求，结果会发到 ${channel}。`,
    askAdmin: "请管理员决定",
    asksInYourName: (channel) =>
      `有工作流以你的名义请求生成以上内容，结果会发到 ${channel}。目前没有发送任何内容，也没有产生费用。只有你在一天内同意才会生成，并计为你的请求。`,
    decline: "不用了",
    declined: "你已拒绝，没有生成任何内容。",
  },
  approval: {
    asks: (name, thing, count) =>
      thing === "video" ? `**${name}** 请求生成一段视频` : `**${name}** 请求生成 ${count} 张图片`,
    askedIn: (where) => `在${where}提出。`,
    because: {
      threshold: "这超出了无需管理员即可生成的范围。",
      quota: "这超出了剩余配额；批准会补足所缺的部分。",
    },
    above: {
      video: (seconds, by) => `计费超过 ${seconds} 秒的视频需管理员批准（${by}的规则）。`,
      image: (count, by) => `一次超过 ${count} 张图片需管理员批准（${by}的规则）。`,
    },
    moreExpensive: (amount, by) => `费用高于 ${amount} 或价格未知的请求需管理员批准（${by}的规则）。`,
    grants: (missing) => `批准会追加 ${missing}。`,
    onlyAdmins: "只有管理员可以决定。一天内没有决定就会失效。",
    noChannel: "要让批准请求发到管理员的频道，请使用 `/easel-admin workspace settings`。",
    notThere:
      "无法在管理频道询问，因为 Easel 没有在那里发消息的权限。请把 Easel 加入那个频道，或用 `/easel-admin workspace settings` 另选一个。",
    approve: "批准",
    decline: "拒绝",
    approved: (who) => `${who} 已批准。`,
    declineForm: {
      title: "拒绝请求",
      reason: "理由",
      hint: "可以不填。请求者会看到你的名字和理由。",
      again: "尚未决定。请再次点击**拒绝**以打开表单。",
    },
    withdrawn: "请求已撤回。",
    expired: "一天内没有人决定。",
    tooLate: "这已有决定，或已没有可决定的内容。",
    forbidden: "现在不再允许，因此不能批准：",
    member: {
      access: (name, by) => `${by}只允许部分人使用 Easel，${name} 已不在其中。`,
      blocked: (name, by) => `${name} 已被禁止使用 Easel（${by}的规则）。`,
      guests: (name, by) => `${name} 是访客，而访客不能在这里使用 Easel（${by}的规则）。`,
    },
    requesterLeft: (name) => `${name} 已不在这个工作区里，因此无法批准该请求。尚未决定。你可以拒绝它，或等它失效。`,
    youLeft: "管理员想批准它，但你当时已不在这个工作区里。它仍在等待。",
    paused: (who, by) => `${who} 已在${by}暂停 Easel。`,
    undecided: "尚未决定。请先更改规则再批准，或拒绝。",
    noLongerAllowed: "管理员想批准它，但现在不再允许。它仍在等待。",
    notNow: (by) => `你目前不能在这里使用 Easel（${by}的规则）。`,
  },
};
