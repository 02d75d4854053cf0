import type { Sentences } from "../en/index.ts";
import type { failuresEn } from "../en/failures.ts";
import { isWhole } from "../render/sentence-parts.ts";

/** 为什么没有生成，或没有取回。 */
export const failuresZhCN: Sentences<typeof failuresEn> = {
  unknownOutcome: "网关一直没有确认收到请求。它可能已经生成，但取不回来。",
  waitedTooLong: "一天之内没有空闲名额。",
  someAdmin: "管理员",
  declined: (who) => `${who} 已拒绝。`,
  declinedBecause: (who, why) => `${who} 已拒绝：“${why}”${isWhole(why) ? "" : "。"}`,
  notApproved: "一天之内没有管理员批准。请联系管理员，然后再试一次。",
  expired: "网关上已经没有这个结果了。",
  gatewayAway: "暂时连不上网关，Easel 会继续重试。",
  neverAnswered: "网关三天都没有给出有用的答复。",
  unretrievable: "已经生成，但三天内都没能从网关取回。",
  unusable: {
    wrong_type: (found) => `网关表示已经生成，但发来的是另一种文件${found === "" ? "" : `（${found}）`}。`,
    damaged: "网关表示已经生成，但发来的文件已损坏，无法打开。",
    empty: "网关表示已经生成，但发来的文件是空的。",
    too_large: "网关表示已经生成，但发来的文件超出了 Easel 能接收的大小。",
    redirected: "网关表示已经生成，但文件地址跳转到了 Easel 不能访问的地址。",
    bad_address: "网关表示已经生成，但给出的文件地址不在 Easel 可以访问的范围内。",
    advice: "如果再次出现，请管理员向网关运营方反馈这个请求。",
  },
  said: (words) => `网关的说明：“${words}”${isWhole(words) ? "" : "。"}`,
  saidOf: (field, words) => `网关对 \`${field}\` 的说明：“${words}”${isWhole(words) ? "" : "。"}`,
  code: (code) => `网关的错误代码：\`${code}\`。`,
  named: (field) => `网关指出了 \`${field}\`。`,
  requestIds: (ids) => `（请求 ${ids.join("、")}）`,
};
