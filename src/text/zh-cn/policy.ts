import type { policyEn } from "../en/policy.ts";
import type { Sentences } from "../en/index.ts";

/** 允许什么，以及由哪条规则决定。 */
export const policyZhCN: Sentences<typeof policyEn> = {
  ruler: {
    organisation: "整个组织",
    workspace: "此工作区",
    someGroup: "你的组",
    group: (name) => `组 ${name}`,
    channel: "此频道",
    direct: "私信",
    account: "你",
    key: "此密钥",
    default: "Easel 的默认值",
  },
  policyProblem: {
    model: (given, by, allowed) =>
      `\`model\`：${by}不允许使用 \`${given}\`。${allowed === "" ? "这里没有允许的此类模型；管理员可以更改。" : `可用：${allowed}。`}`,
    seconds: (billed, seconds, max, by) =>
      `此视频将按 ${billed} 秒计费${billed === seconds ? "" : `（视频本身 ${seconds} 秒，参考视频 ${billed - seconds} 秒）`}。${by}允许：${max === 0 ? "不可生成视频" : `最多 ${max} 秒`}。`,
    pictures: (given, max, by) =>
      `\`count\` 不能是 ${given}。${by}允许：${max === 0 ? "不可生成图片" : `一次最多 ${max} 张`}。`,
    waiting: (waiting, asked, max, by) =>
      `你有 ${waiting} 个任务在等待，此请求还会增加 ${asked} 个。每位成员最多可有 ${max} 个任务等待（规则来自：${by}）。请用 \`/jobs cancel\` 取消一个，或等一些任务完成。`,
    words: (words, by) => `\`prompt\` 含有${words}，${by}不允许。请换一种说法。`,
    tooLongToCheck: (length, max, by) =>
      `特殊字符展开后，此请求的文字共有 ${length} 个字符，而屏蔽词检查（${by}的规则）最多支持 ${max} 个。请缩短 \`prompt\`。`,
    access: (by) => `${by}只允许部分人使用 Easel，你不在其中。管理员可以更改。`,
    blocked: (by) => `你已被禁止使用 Easel（${by}的规则）。只有管理员可以更改。`,
    guests: (by) => `访客不能在这里使用 Easel（${by}的规则）。可以请成员代你提出请求。`,
    guestUnknown: (platform, by) =>
      `${platform} 没有及时告知你是不是访客，而访客不能在这里使用 Easel（${by}的规则）。请稍后再试。`,
    rolesUnknown: (platform) =>
      `${platform} 没有及时告知你属于哪些用户组或角色，而你在这里的权限取决于此。请稍后再试。`,
    paused: (who, by) => `${who} 已在${by}暂停 Easel。请在管理员恢复后重新发送。此前已接受的请求届时会自动继续。`,
  },
  costHint: {
    seconds: (max) => `每一秒都计费，参考视频的时长也计入${max === undefined ? "" : `；合计最多 ${max} 秒`}`,
    count: (max) => `每张图片都计入用量${max === undefined ? "" : `；一次最多 ${max} 张`}`,
  },
  notAllowedHere: (names) => `你在这里不能使用：${names}。`,
};
