import { MAX_NATIVE_DEPTH } from "../../lib/limits.ts";
import { consoleRoomZhCN } from "./console-room.ts";
import type { FileKind } from "../../core/request/reference.ts";
import { numberText } from "../render/sentence-parts.ts";
import { auditZhCN } from "./audit.ts";
import { chainsZhCN } from "./chains.ts";
import { deliveryZhCN } from "./delivery.ts";
import { commandGroupsZhCN, commandsZhCN } from "./commands.ts";
import { optionsInZhCN, optionsZhCN } from "./options.ts";
import { keysZhCN } from "./keys.ts";
import { machineZhCN } from "./doctor/machine.ts";
import { jobsZhCN } from "./jobs.ts";
import { modelsZhCN } from "./models.ts";
import { waitingZhCN } from "./waiting.ts";
import { quotaZhCN } from "./quota.ts";
import { overviewZhCN } from "./admin/overview.ts";
import { settingZhCN } from "./setting.ts";
import { recoveryZhCN } from "./admin/recovery.ts";
import { setupZhCN } from "./admin/setup.ts";
import { talkZhCN } from "./talk.ts";
import type { Texts } from "../en/index.ts";
import { failuresZhCN } from "./failures.ts";
import { filesZhCN } from "./files.ts";
import { policyApprovalZhCN } from "./policy-approval.ts";
import { policyAdminZhCN } from "./policy-admin.ts";
import { counted, noun, outcomesZhCN } from "./outcomes.ts";
import { policyZhCN } from "./policy.ts";
import { personalDataZhCN } from "./personal-data.ts";
import { linkingZhCN, peopleZhCN, presetsZhCN } from "./people.ts";

const FILE_KINDS: Record<FileKind, string> = { image: "图片", video: "视频", audio: "音频" };

/** 简体中文的全部文字。 */
export const zhCN: Texts = {
  list: (items) => items.join("、"),
  phrases: (phrases) => phrases.join("，"),
  commands: commandsZhCN,
  commandGroups: commandGroupsZhCN,
  options: optionsZhCN,
  optionsIn: optionsInZhCN,
  problem: {
    intro: () => "没有成功：",
    others: (count) => `另有 ${count} 个问题`,
    nothingSpent: "没有发送任何内容，也没有产生费用。修改后请重新发送。",
    nothingSent: "没有发送任何内容，也没有产生费用。",
    nothingChanged: "没有更改任何内容。",
    example: (line) => `例如：\`${line}\``,
    atField: {
      empty: "请写下想看到的画面，例如“雪地里的一只红狐狸”。",
      missing: "请填写此项。",
      notAllowed: (given, allowed) => `这里不能用“${given}”。可用：${allowed}。`,
      outOfRange: (given, min, max) => `这里不能用“${given}”。可用：${min} 到 ${max} 的整数。`,
      tooLong: (length, max) => `这有 ${length} 个字符，最多 ${max} 个。`,
      jsonFault: (place, example) => `这不是有效的 JSON。${place}例如 \`${example}\`。`,
    },
    empty: (option) => `\`${option}\` 是空的。请写下想看到的画面，例如“雪地里的一只红狐狸”。`,
    notAllowed: (option, given, allowed) => `\`${option}\` 不能是“${given}”。可用：${allowed}。`,
    unknownModel: (given, suggestion, allowed) =>
      `\`model\`：没有名为“${given}”的模型。${suggestion ? `你是指 \`${suggestion}\` 吗？` : ""}${allowed === "" ? "这里没有允许的此类模型。" : `可用：${allowed}。`}`,
    modelOfOtherKind: (given, makes, allowed) =>
      `\`model\`：\`${given}\` 用于${makes === "video" ? "生成视频，请改用 `/video`" : "生成图片，请改用 `/imagine`"}。${allowed === "" ? "这里没有允许的此类模型。" : `可用：${allowed}。`}`,
    unlistedModel: (given, allowed) =>
      `\`model\`：网关的列表中没有 \`${given}\`。${allowed === "" ? "这里没有可用的视频模型。" : `可用：${allowed}。`}`,
    outOfRange: (option, given, min, max) =>
      `\`${option}\` 不能是“${given}”。可用：${numberText(min)} 到 ${numberText(max)} 的整数。`,
    tooLong: (option, length, max) => `\`${option}\` 有 ${numberText(length)} 个字符，最多 ${numberText(max)} 个。`,
    sizeTier: (given, model, tiers) =>
      `\`${model}\` 的 \`size\` 不能是“${given}”，因为它不接受像素尺寸。请用 ${tiers}，并用 \`aspect_ratio\` 指定宽高比。`,
    sizePixels: (given, model, tiers, maxEdge) =>
      `\`${model}\` 的 \`size\` 不能是“${given}”。可用：auto、${tiers}，或 <宽>x<高> 像素${maxEdge === undefined ? "" : `，每边不超过 ${maxEdge}`}，例如 1024x768。`,
    notForModel: (option, given, model, models) =>
      `\`${model}\` 不支持 \`${option}\`${given === "" ? "" : `（“${given}”）`}。请去掉它${models === "" ? "" : `，或改用 ${models}`}。`,
    conflict: (option, given, other, otherGiven) =>
      `\`${option}\`“${given}”与 \`${other}\`“${otherGiven}”互相矛盾，请只保留一个。`,
    givenTwice: (option, given, otherGiven) => `\`${option}\` 写了两次：“${given}”和“${otherGiven}”，请只保留一个。`,
    nearOption: (given, meant, textOption) =>
      `\`${given}\` 不是选项的写法。你是指 \`${meant}\` 吗？${textOption === undefined ? "" : `如果不是，请用引号把整段文字括起来：\`--${textOption} "…"\`。`}`,
    unknownOption: (option, suggestion, allowed) =>
      `没有选项 \`--${option}\`。${suggestion ? `你是指 \`--${suggestion}\` 吗？` : ""}${allowed === "" ? "这个命令没有选项。" : `可用：${allowed}。`}`,
    missingValue: (option) => `\`--${option}\` 没有值。请把值写在它后面。`,
    missingOption: (option) => `缺少 \`${option}\`。`,
    noOptions: (words) => `这个命令没有选项。请去掉“${words}”。`,
    unexpectedWords: (words, allowed) => `“${words}”不属于任何选项。请把每个值写在其选项名称后面：${allowed}。`,
    notJson: (option, given, example) => `\`${option}\` 必须是 JSON，例如 \`${example}\`，但写的是“${given}”。`,
    jsonFault: (option, place, example) => `\`${option}\` 不是有效的 JSON。${place}例如 \`${example}\`。`,
    jsonFaultAt: {
      place: (line, column, expected, found) =>
        `第 ${line} 行第 ${column} 个字符处应为${expected}，但遇到的是${found}。`,
      expected: {
        value: "一个值",
        name: "用引号括起来的字段名",
        colon: "冒号",
        object_end: "逗号或 `}`",
        array_end: "逗号或 `]`",
        text_end: "右引号",
        escape: "`\\n` 这样的转义符",
        nothing: "结尾",
      },
      found: (given) => `字符“${given}”`,
      lineEnd: "行尾",
      end: "文本结尾",
    },
    nativeField: (option, given, instead) =>
      `\`${option}\` 中不能有 \`${given}\`。${instead === undefined ? "Easel 从不发送它。" : `请用 \`--${instead}\`。`}`,
    unsafeJson: {
      null: (option) => `\`${option}\` 中不能有字符 U+0000（\`\\u0000\`）。请去掉它。`,
      half: (option) => `\`${option}\` 中不能有半个字符：\`\\ud83d\` 这样的代码后面必须跟着它的另一半。`,
      name: (option, given) => `\`${option}\` 中不能有名为 \`${given}\` 的字段。`,
      deep: (option) => `\`${option}\` 的嵌套不能超过 ${MAX_NATIVE_DEPTH} 层。请减少括号的层数。`,
    },
    notOfClips: (option) => `\`${option}\` 只用于图片，而这里是视频。请去掉它。`,
    unclosedQuote: "有一个引号没有闭合。请补上另一半，或去掉它。",
    tooManyFiles: (kind, count, max) =>
      max === 0
        ? `这里不接收${FILE_KINDS[kind]}文件。请去掉后重新发送。`
        : `附带了 ${count} 个${FILE_KINDS[kind]}文件，最多 ${max} 个。`,
    noSuchFile: (option, given, allowed) =>
      `\`${option}\`：没有名为“${given}”的附件。${allowed === "" ? "没有附带任何文件。" : `附件有：${allowed}。请写名称或序号。`}`,
    notALink: (option, given) => `\`${option}\`：“${given}”不是链接。请把文件附在消息里，或写以 https:// 开头的链接。`,
    tooManyFilesInAll: (count, max) => `一共给了 ${count} 个文件，一次请求最多 ${max} 个。`,
    imageRequired: "没有要修改的图片。请至少附带一张，并说明要改什么。",
    seconds: (option, given, model, allowed) => `\`${model}\` 的 \`${option}\` 不能是“${given}”。可用：${allowed}。`,
    secondsBetween: (min, max) => `${min} 到 ${max} 秒的整数`,
    secondsOneOf: (values) => `${values} 秒`,
    tier: (given, model, tier, sibling) =>
      `\`${model}\` 的 \`resolution\` 不能是“${given}”：它的名称已指定 ${tier}。${sibling ? `请改用 \`${sibling}\`。` : "请去掉它，或改用其他模型。"}`,
    referenceNotTaken: (kind, names, model, models) =>
      `\`${model}\` 不接收${FILE_KINDS[kind]}文件（${names}）。请去掉${models === "" ? "" : `，或改用 ${models}`}。`,
    referenceRequired: (kind, min, model) =>
      `\`${model}\` 至少需要 ${min} 个${FILE_KINDS[kind]}文件作为参考。请附上，或改用其他模型。`,
    roleNotTaken: (role, name, model, models) =>
      `\`${model}\` 不能把“${name}”用作 \`${role}\`。请去掉这个用途${models === "" ? "" : `，或改用 ${models}`}。`,
    roleRepeated: (role, names) => `\`${role}\` 只能有一个，现在有：${names}。`,
    notMp3: (name, mimeType, model) =>
      `\`${model}\` 不接收“${name}”（${mimeType}）。可用：内容是 MP3 且名称以 .mp3 结尾的音频。`,
    referenceLength: (name, seconds, max) =>
      `${seconds === undefined ? `无法得知“${name}”的时长` : `“${name}”时长 ${seconds} 秒`}。可用：1 到 ${max} 秒的视频。`,
    unexpectedAttachment: (name) => `附带了“${name}”，但这个命令不接收文件。请去掉文件后重新发送。`,
  },
  fileProblem: filesZhCN.fileProblem,
  fileFault: filesZhCN.fileFault,
  linkProblem: filesZhCN.linkProblem,
  messageLink: filesZhCN.messageLink,
  unknownCommand: (given, suggestion) =>
    `没有命令 \`/${given}\`。${suggestion ? `你是指 \`/${suggestion}\` 吗？` : ""}输入 \`/easel\` 查看可用命令。`,
  unknownBelow: (given, suggestion) =>
    `没有命令 \`/${given}\`。${suggestion ? `你是指 \`/${suggestion}\` 吗？` : ""}可用命令：`,
  adminsOnly: "只有此工作区的管理员可以这样做。请让管理员替你操作。",
  rightsUnknown: (platform) => `${platform} 没有及时响应，无法确认你是不是这里的管理员。没有更改任何内容。请稍后再试。`,
  notACommand: "输入 `/imagine` 和想看到的画面，或输入 `/easel` 查看其他命令。",
  noKey: {
    none: (thing) =>
      thing === "image"
        ? "这里不能生成图片：没有设置图片服务的密钥。管理员可以设置 `IMAGE_API_KEY`。"
        : "这里不能生成视频：没有设置视频服务的密钥。管理员可以设置 `VIDEO_API_KEY`。",
    refused: (thing) =>
      `现在不能生成${noun(thing)}：网关拒绝了所用的密钥。管理员可以用 \`/easel-admin keys check\` 检查，或用 \`/easel-admin keys add\` 添加新的密钥。`,
    disabled: (thing) =>
      `这里不能生成${noun(thing)}：管理员停用了${noun(thing)}服务的密钥，可以用 \`/easel-admin keys enable\` 重新启用。`,
  },
  noModel: (thing) => `这里没有可用的${noun(thing)}模型。\`/models\` 和 \`/easel limits\` 会说明原因；管理员可以更改。`,
  unclaimed: (workspace) =>
    `此工作区尚未启用 Easel。管理员可以用 \`/easel-admin claim\` 和 Easel 启动时向运营者显示的代码来启用；也可由运营者把 \`${workspace}\` 加入 \`ALLOWED_WORKSPACES\` 后重新启动 Easel。没有发送任何内容，也没有产生费用。`,
  noRelay:
    "视频服务无法从这里读取文件：Easel 没有公开地址。管理员可以设置 `PUBLIC_URL`。没有发送任何内容，也没有产生费用。",
  referencesGone: (names) =>
    `那个请求中的文件已不再保留：${names.join("、")}。请在新的请求中重新添加。没有发送任何内容，也没有产生费用。`,
  trouble: "Easel 出了问题。没有发送任何内容，也没有产生费用。请稍后再试。",
  maybeNotDone: "Easel 出了问题，这个操作可能没有完成。请稍后再试。",
  commitUnknown:
    "保存你的请求时，Easel 的数据库连接中断了，目前还无法确定请求是否已被接受。如果已接受，稍后就会显示进度。再次发送之前，请先用 `/jobs` 查看。",
  help: {
    title: "**Easel 在你们聊天的地方生成图片和视频。**",
    attach: (option) => `作为附件，或写 \`--${option}\` 和链接`,
    pick: "写附件的序号或名称，或写链接",
    given: (meaning, how) => `${meaning}：${how}`,
    numbered: (meaning, number) => `${meaning}（${number}）`,
    below: (command) => `**${command}** 后面还要再加一个词。可用命令：`,
    topic: "选择主题",
    options: "选项",
    back: "返回",
    models: "模型",
    jobs: "我的请求",
    noTopic: (given) => `没有命令“${given}”。\`/easel help\` 列出可用命令。`,
    example: "试试 `/imagine 黄昏的灯塔 --size 1K --count 2`。",
    replies: "回复 Easel 发的图片，写下要改什么，例如 `改成蓝色`；回复别人的图片时，还要提及 Easel。",
    mentioningReplies: "回复一张图片并提及 Easel，写下要改什么，例如 `改成蓝色`。",
    replyOptions: "加上 `--video` 就做成视频，`#2` 指几张中的第二张。",
    talk: "提及 Easel 并写下其他内容，它会先私下问你要不要据此生成。",
  },
  notice: {
    intro: (name, thing, count, prompt) => `${name} 请求生成 ${counted(thing, count)}：${prompt}`,
    askedAt: (moment) => `请求提出于 ${moment}。当时可能显示了错误，但请求已经收到。`,
    references: (list) => `文件：${list}。`,
    reference: (kind, ordinal, name) => `${FILE_KINDS[kind]} ${ordinal} = ${name}`,
    firstFrame: "首帧",
    lastFrame: "末帧",
    converted: (type) => `${type}，以 PNG 发送`,
    mask: (name) => `蒙版 = ${name}`,
    uncommonValue: (option, value, usual) => `\`${option}\`“${value}”不是常用值（${usual}）：由网关决定如何处理。`,
    longEdge: (size, usual) => `\`size\` ${size} 有一边超过 ${usual} 像素：由网关决定如何处理。`,
    undocumented: (model) => `\`${model}\` 没有文档说明，因此只发送提示词和秒数。`,
    held: "等待管理员批准（管理员会看到提示词）",
    paused: "已被管理员暂停",
    ...waitingZhCN,
    submitting: "正在提交",
    submittingAgain: "网关尚未答复，Easel 会继续重试",
    queued: (position) => (position === undefined ? "排队中" : `排队第 ${position} 位`),
    running: "正在生成",
    percent: (percent) => `${percent}%`,
    finished: "完成",
    fetching: "已生成，正在取回",
    failed: "失败",
    cancelled: "已取消",
    cancelling: "正在取消",
    cannotStop: "网关无法停止它；完成后不会发布",
    unknown: "网关尚未答复",
    late: "比预期久",
    overdue: "比预期久得多",
    waitHint: (words) => `网关提示：“${words}”`,
    cancel: "取消",
  },
  failure: failuresZhCN,
  cancel: {
    done: "已取消。",
    asked: "已要求网关停止。当时已经开始的部分仍可能完成并计费：该请求的消息会说明结果。",
    ended: "还没来得及停止，它在网关上就已经结束。结果随后就到。",
    cannotStop: "网关收到请求后无法停止视频。如果生成完成，会计费，但不会发布。",
    tooLate: "请求已经结束，没有可取消的了。",
    notYours: "只有请求者本人或管理员可以取消。",
  },
  ...modelsZhCN,
  ...outcomesZhCN,
  ...chainsZhCN,
  ...deliveryZhCN,
  ...policyZhCN,
  ...consoleRoomZhCN,
  ...keysZhCN,
  ...machineZhCN,
  ...auditZhCN,
  ...quotaZhCN,
  ...peopleZhCN,
  ...policyAdminZhCN,
  ...linkingZhCN,
  ...personalDataZhCN,
  ...policyApprovalZhCN,
  ...presetsZhCN,
  ...talkZhCN,
  ...settingZhCN,
  ...overviewZhCN,
  ...recoveryZhCN,
  ...setupZhCN,
  gone: "这里没有这个请求的记录，或已不再保留：Easel 可能会删除旧请求。",
  ...jobsZhCN,
};
