import type { personalDataCommandsEn, personalDataEn } from "../en/personal-data.ts";
import type { Sentences } from "../en/index.ts";

/** 关于个人数据的命令。 */
export const personalDataCommandsZhCN: Sentences<typeof personalDataCommandsEn> = {
  "easel export": "以文件形式取得 Easel 在此保存的你的数据",
  "easel forget": "删除 Easel 保存的某人的数据（仅限管理员）",
};

/** 关于个人数据的文字。 */
export const personalDataZhCN: Sentences<typeof personalDataEn> = {
  personalData: {
    file: "个人数据",
    yours: "此文件包含 Easel 在此组织中保存的你的数据：你的账户、你的请求，以及你在控制台中写的内容。只有你能看到它。",
    theirs: (name) => `此文件包含 Easel 在此组织中保存的 ${name} 的数据，但不含其预设和收藏。`,
    hidden: (count) => `有 ${count} 条内容来自你无权查看的地方，未包含在内。对方可以用 \`/easel export\` 取得它们。`,
    cut: (line) => `此文件只包含最新的内容。一小时后可以用 \`${line}\` 取得更早的内容。`,
    again: (minutes) => `这些数据在一小时内已导出过。${minutes} 分钟后可以再次导出。`,
    busy: "Easel 正在为你的组织准备这样的文件。请一分钟后再试。",
    notYours: "只有管理员可以导出他人的数据。不加 `person` 即可取得你自己的数据。",
    nobody: (name) => `Easel 在此组织中没有 ${name} 的数据。`,
    askToForget: (name) =>
      [
        `**清除 ${name} 的个人数据？** 此操作无法撤销。`,
        "• **会删除**：姓名和用户 ID，请求的内容（提示词、选项、文件名），生成的内容，Easel 为其发布的结果，其在控制台中写的内容，收藏、预设、以其名义运行的工作流步骤，以及其规则、配额和密钥。这需要几分钟，平台暂时无法访问时会更久。",
        "• **保留但不带姓名**：生成了多少、何时、在哪个频道、用哪个模型。其他人的用量和配额不变。",
        "• **保留且带姓名**：其作为管理员所做的审批和暂停，以及审计：其所做的操作，和管理员对其所做的操作，例如组、审批及理由、退还、关联的账户及用户 ID、其密钥的名称。审计在 `KEEP_AUDIT_DAYS` 天后删除；未设置时永久保留。",
        "• **Easel 无法删除**：其在 Discord 或 Slack 上写的内容、发到其私信的文件和结果、他人引用或复制的内容、发给管理员的问题和通知、备份，以及网关保存的内容。附件在最后一次使用 `MEDIA_DAYS` 天后删除。",
        "如果此人再次使用 Easel，会被视为新成员：原有的屏蔽、限制和配额都不再适用。",
      ].join("\n"),
    forgetThem: "清除",
    confirmForget: { question: "清除此人的个人数据？此操作无法撤销。", yes: "清除", no: "保留" },
    forgetting: "正在清除此人的个人数据。列为删除的内容几分钟后清除；平台暂时无法访问时会更晚。",
    stillBusy: (requests) =>
      `此人还有 ${requests} 个请求未完成。请等待，或用 \`/jobs\` 取消，然后重试。没有更改任何内容。`,
    hasConfiguredKey: (name) =>
      `**${name}** 来自配置，且只有此人可以使用。请先用 \`/easel-admin keys assign\` 分配给他人，然后重试。没有更改任何内容。`,
    forgottenAlready: "此人的个人数据已经清除。没有更改任何内容。",
    notYourself: "请让另一位管理员来做：否则审计会因此记下你的名字。没有更改任何内容。",
    noSuchTime: (given) => `\`before\` 不能是“${given}”。可用：日期，如 2026-11-01；或时间，如 2026-11-01T12:00:00Z。`,
  },
};
