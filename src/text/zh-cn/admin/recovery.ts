import type { recoveryEn } from "../../en/admin/recovery.ts";
import type { Sentences } from "../../en/index.ts";

/** 一次退还或重试许多失败的请求。 */
export const recoveryZhCN: Sentences<typeof recoveryEn> = {
  recovery: {
    title: (span) => `**失败的请求**，${span}`,
    effect:
      "重试会以成员各自的名义，再次提交失败的请求。退还会返还结果不明的请求已计的额度；确定失败的请求没有计费。两者都会先显示数量。",
    none: "没有失败的请求。",
    span: (hours) => (hours < 48 ? `最近 ${hours} 小时` : `最近 ${hours / 24} 天`),
    sums: (requests, members, amount) => `${members} 位成员的 ${requests} 个请求：${amount}`,
    uncertain: (count) => `结果不明：${count} 个请求`,
    withKey: (key) => `密钥 ${key}`,
    withoutKey: "没有密钥",
    open: (jobs) =>
      `另有 ${jobs} 个图片或视频任务仍不确定：已发送，但网关没有确认。两小时内会有定论，在此之前既不重试也不退还。`,
    cut: "失败的请求比这里统计的多：这里是最早的那些。",
    moreReasons: (count) => `另有 ${count} 种原因`,
    latest: "最近确认的",
    state: {
      refund: (when, sums) => `${when} · 已退还：${sums}`,
      retry: (when, done, of, sums) => `${when} · 重试：已处理 ${done} 个，共 ${of} 个（${sums}）`,
    },
    buttons: { retry: "批量重试…", refund: "批量退还…" },
    form: {
      title: { retry: "批量重试", refund: "批量退还" },
      submit: "显示数量",
      effect: "这一步不会执行任何操作：回复会说明将发生什么，并请你确认。",
      typed: "没有表单时：打开 `/easel-admin overview`，选择**失败的请求**。",
      hours: "失败时间",
      key: "密钥",
      anyKey: "任意密钥",
      code: "错误",
      anyCode: "任意错误",
      uncertain: "结果不明的请求",
      leaveOut: "不包括",
      include: "也重试：可能会计费两次",
    },
    asks: {
      title: {
        retry: (of) => `**重试失败的请求**：${of}`,
        refund: (of) => `**退还结果不明的请求**：${of}`,
      },
      will: {
        retry: (sums) => `将再次提交：${sums}。会再次计入成员自己的配额；到时配额不足的请求会被跳过。`,
        refund: (sums) => `将退还：${sums}。网关是否已生成并计费并不确定；退还后，额度回到各配额。`,
      },
      nothing: {
        retry: "没有可重试的请求。",
        refund: "没有可退还的请求。",
      },
      uncertain: (count) => `其中 ${count} 个请求结果不明，可能会生成并计费两次。`,
      left: {
        again: (count) => `跳过已经再次提交的：${count} 个请求`,
        hopeless: (count) => `跳过网关会再次拒绝的：${count} 个请求`,
        uncertain: (count) => `跳过结果不明、可能会生成并计费两次的：${count} 个请求`,
        refunded: (count) => `跳过已经退还的：${count} 个请求`,
        free: (count) => `跳过已失败且从未计费的：${count} 个请求`,
        more: (count) => `超出一次的数量而跳过，请再次操作：${count} 个请求`,
      },
      confirm: {
        retry: (count) => `重试 ${count} 个请求`,
        refund: (count) => `退还 ${count} 个请求`,
      },
      before: "在你确认之前，不会发送、计费或退还任何内容。一小时内可以确认。",
    },
    begun: {
      retry: (sums) =>
        `已开始：${sums}。请求会逐个提交，结果发到最初提出请求的地方。如设有管理频道，结束时会在那里发一条通知；\`/easel-admin overview\` 中的**失败的请求**会显示进度。`,
      refund: (sums) => `已退还：${sums}。`,
    },
    already: "这已经确认过了，只会执行一次。",
    gone: "数量可能已经变化，因此不能再确认。没有执行任何操作。请重新打开表单。",
    outcomes: {
      retried: (count) => `已再次提交：${count}`,
      again: (count) => `已由他人再次提交：${count}`,
      over_quota: (count) => `因配额不足而跳过：${count}`,
      no_price: (count) => `因按金额的配额在此生效而价格未知，已跳过：${count}`,
      too_many_waiting: (count) => `因该成员等待中的任务太多而跳过：${count}`,
      barred: (count) => `因规则或暂停而跳过：${count}`,
      no_key: (count) => `因没有可用的密钥而跳过：${count}`,
      left: (count) => `因该成员已离开而跳过：${count}`,
      files_gone: (count) => `因文件不再保留而跳过：${count}`,
      failed: (count) => `无法提交：${count}`,
    },
    ended: (count, outcomes) => `${count} 个失败请求的重试已结束：${outcomes.join("；")}。`,
    notice: "此前曾失败，由管理员再次提交。",
  },
};
