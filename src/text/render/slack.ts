import type { Locale } from "../../lib/locale.ts";

/** Texts for Slack only: about forms, and why something isn't possible there. */
export interface SlackTexts {
  /** The app's description where it is installed; 140 characters at most. */
  readonly manifest: string;
  /** The message shortcuts, 24 characters at most, and what each does. */
  readonly actions: Readonly<Record<"edit" | "animate" | "recipe", string>>;
  readonly actionHints: Readonly<Record<"edit" | "animate" | "recipe", string>>;
  /** An example of what can be typed after a command. Commands with subcommands list those instead. */
  readonly usage: Readonly<Record<"imagine" | "edit" | "video" | "jobs" | "preset", string>>;
  readonly close: string;
  readonly working: string;
  readonly stillWorking: string;
  /** `name`: as typed after `@`. */
  readonly invite: (name: string) => string;
  readonly elsewhere: string;
  /** For an admin who asks what is wrong in a channel. */
  readonly notIn: (name: string) => string;
  readonly missingScopes: (scopes: string) => string;
  readonly stranger: string;
  /** Why a form did not open; how to type the same request follows. */
  readonly notOpened: Readonly<Record<"late" | "refused", string>>;
  readonly formGone: string;
  readonly formByButton: string;
  readonly openForm: string;
  readonly answered: string;
  /** A form was accepted after its view had shown that it is working. */
  readonly taken: string;
  /** A request was accepted, but too late for Slack, which shows that it failed. */
  readonly takenAfterAll: string;
  /** Follows an answer whose files were sent elsewhere. `link`: to the message with them, if known. */
  readonly sentDirectly: (files: number, link: string | undefined) => string;
  /** Follows an answer without its files, because this person or the workspace asked for too many. */
  readonly tooManyFiles: (files: number) => string;
  /** Follows an answer without its files, because Slack did not take them. */
  readonly notSentDirectly: (files: number) => string;
  /** In the App Home, if it would be made too often and shows nothing yet. */
  readonly homeLater: string;
  /** Label in the App Home for an admin to pick a channel's settings. */
  readonly chooseChannel: string;
  /** In the App Home, the button that opens the admin overview: of the workspace, or of the channel chosen above it. */
  readonly openOverview: Readonly<Record<"workspace" | "channel", string>>;
  readonly cut: (max: number) => string;
  /** The one choice of a checkbox, below its label. */
  readonly yes: string;
  /** An answer that only one person sees can carry no files. */
  readonly filesDirectly: string;
}

const en: SlackTexts = {
  manifest: "Pictures and clips where you already talk",
  actions: { edit: "Edit image", animate: "Animate image", recipe: "Show recipe" },
  actionHints: {
    edit: "Change the pictures in this message",
    animate: "Make a clip from the pictures in this message",
    recipe: "Show how this was made",
  },
  usage: {
    imagine: "a red fox in the snow --size 2K --count 2 (nothing after it: opens a form)",
    edit: "make it blue --image LINK (nothing after it: opens a form that takes files)",
    video: "a fox runs through the snow --seconds 8 (nothing after it: opens a form)",
    jobs: "list | show 1a2b3c4d | cancel 1a2b3c4d",
    preset: "list | save poster --size 2K | delete poster",
  },
  close: "Close",
  working: "One moment…",
  stillWorking: "Your files are being read. Keep this open until it shows the outcome.",
  invite: (name) =>
    `Easel can't post in this channel yet. Type \`/invite @${name}\` here, then try again. Nothing was sent or spent.`,
  notIn: (name) => `Easel is not in this channel. Unless it was deleted, type \`/invite @${name}\` there.`,
  missingScopes: (scopes) =>
    `The app lacks the scopes ${scopes}. Add them under “OAuth & Permissions” in the app's settings, or paste the manifest again, and install the app again.`,
  elsewhere:
    "Easel can't post in this conversation. Write to Easel directly, or use a channel that it is in. Nothing was sent or spent.",
  stranger: "Easel works only for members of its own workspace. Ask one of them to make it for you.",
  notOpened: {
    late: "Slack opens forms only within three seconds, and this took longer. Please try again.",
    refused: "Slack did not open the form. Please try again.",
  },
  formGone: "That form is no longer known here. Please start again.",
  formByButton: "There is a form for this.",
  openForm: "Open the form",
  answered: "Easel",
  taken: "Accepted. You can close this; the rest appears in the conversation.",
  takenAfterAll:
    "Slack may have told you that this failed. It did not: your request was accepted, and its progress appears in the conversation.",
  sentDirectly: (files, link) =>
    `The ${files === 1 ? "file is" : "files are"} in your direct messages with me${link === undefined ? "." : `: ${link}`}`,
  tooManyFiles: (files) =>
    `The ${files === 1 ? "file was" : "files were"} not sent to you, because too many were requested in a short time. Try again in a minute.`,
  notSentDirectly: (files) => `The ${files === 1 ? "file" : "files"} could not be sent to you. Try again later.`,
  homeLater: "This page was opened too often in this workspace just now. Open it again in a minute.",
  chooseChannel: "Settings of a channel",
  openOverview: { workspace: "Admin overview", channel: "Admin overview of this channel" },
  cut: (max) => `Slack shows only the first ${max} characters here. If you change nothing, the whole text is kept.`,
  yes: "Yes",
  filesDirectly: "The file comes to you in a direct message.",
};

const zhCn: SlackTexts = {
  manifest: "在你们聊天的地方生成图片和视频",
  actions: { edit: "修改图片", animate: "做成视频", recipe: "查看配方" },
  usage: {
    imagine: "雪地里的红狐狸 --size 2K --count 2（单独输入：打开表单）",
    edit: "改成蓝色 --image 链接（单独输入：打开可上传文件的表单）",
    video: "狐狸在雪地里奔跑 --seconds 8（单独输入：打开表单）",
    jobs: "list（列出）| show 1a2b3c4d（查看）| cancel 1a2b3c4d（取消）",
    preset: "list（列出）| save 海报 --size 2K（保存）| delete 海报（删除）",
  },
  actionHints: { edit: "修改此消息中的图片", animate: "用此消息中的图片生成视频", recipe: "查看它是如何生成的" },
  close: "关闭",
  working: "请稍候…",
  stillWorking: "正在接收你的文件。请保持打开，直到这里显示结果。",
  invite: (name) =>
    `Easel 还不能在此频道发消息。请在这里输入 \`/invite @${name}\`，然后重试。没有发送任何内容，也没有产生费用。`,
  notIn: (name) => `Easel 不在此频道中。如果频道没有被删除，请在那里输入 \`/invite @${name}\`。`,
  missingScopes: (scopes) =>
    `该应用缺少权限范围 ${scopes}。请在应用设置的“OAuth & Permissions”中添加，或重新粘贴清单，然后重新安装该应用。`,
  elsewhere:
    "Easel 不能在此会话中发消息。请直接给 Easel 写消息，或使用它所在的频道。没有发送任何内容，也没有产生费用。",
  stranger: "Easel 只为自己工作区的成员服务。请让其中一位成员替你提出请求。",
  notOpened: {
    late: "Slack 只允许在三秒内打开表单，这次超时了。请重试。",
    refused: "Slack 没有打开表单。请重试。",
  },
  formGone: "这个表单已失效。请重新开始。",
  formByButton: "这可以用表单填写。",
  openForm: "打开表单",
  answered: "Easel",
  taken: "已收到。可以关闭此窗口，其余内容会出现在会话中。",
  takenAfterAll: "Slack 可能提示操作失败，其实没有失败：你的请求已被接受，进度会显示在会话中。",
  sentDirectly: (_files, link) => `文件已通过私信发给你${link === undefined ? "。" : `：${link}`}`,
  tooManyFiles: () => "文件没有发给你，因为短时间内请求的文件太多。请一分钟后再试。",
  notSentDirectly: () => "文件无法发给你。请稍后再试。",
  homeLater: "此工作区刚才打开此页面的次数太多，请一分钟后再打开。",
  chooseChannel: "频道的设置",
  openOverview: { workspace: "管理总览", channel: "此频道的管理总览" },
  cut: (max) => `Slack 在此只显示前 ${max} 个字符。如果不作修改，将保留全文。`,
  yes: "是",
  filesDirectly: "文件会以私信发给你。",
};

const TEXTS: Record<Locale, SlackTexts> = { en, "zh-CN": zhCn };

export function slackTextsFor(locale: Locale): SlackTexts {
  return TEXTS[locale];
}
