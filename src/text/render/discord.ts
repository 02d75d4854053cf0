import type { Locale } from "../../lib/locale.ts";

/** Permissions that Easel needs in a channel, by Discord's own names for them. */
export type DiscordPermission =
  | "ViewChannel"
  | "SendMessages"
  | "SendMessagesInThreads"
  | "AttachFiles"
  | "ReadMessageHistory"
  | "Connect";

/** Texts for Discord only. */
export interface DiscordTexts {
  /** The actions in a message's menu: 32 characters at most. */
  readonly actions: { readonly edit: string; readonly animate: string; readonly recipe: string };
  readonly permissions: Readonly<Record<DiscordPermission, string>>;
  readonly missing: (permissions: readonly string[]) => string;
  /** For a request in an archived thread that only moderators can open again. */
  readonly locked: string;
  /** Above an answer that comes as a direct message, because Discord accepts none in such a thread. `thread`: its mention. */
  readonly aboutLocked: (thread: string) => string;
  /** For an admin who asks what is wrong in a channel. */
  readonly lacks: (permissions: readonly string[]) => string;
  /** A channel that Discord doesn't show to Easel. */
  readonly unseen: string;
  readonly noHome: string;
  readonly formTooLate: string;
  /** Discord refused the form's contents. */
  readonly formRefused: string;
  readonly formByCommand: string;
  /** Above an answer that comes as a direct message: which message it is about. */
  readonly about: (link: string) => string;
  /** For a form that was opened in direct messages, and belongs to a channel. `channel`: its mention. */
  readonly elsewhere: { readonly taken: (channel: string) => string; readonly closed: string };
  /** The answer to a message that mentions Easel's role, if Discord hides its content. */
  readonly roleMentioned: string;
  /** Replaces an answer for a person who doesn't allow direct messages. */
  readonly withheld: {
    /** Everyone can read it. */
    readonly notice: string;
    readonly show: string;
    readonly notYours: string;
    readonly gone: string;
  };
  /** Follows an answer without its files, because this person, the server or all servers together asked for too many. */
  readonly tooManyFiles: (files: number) => string;
  /** The process that received an event ended before it could answer. */
  readonly interrupted: string;
  /** For anything but a request; only the person sees the answer. */
  readonly interruptedPrivately: string;
  /** Without the message content intent. */
  readonly noContent: string;
  readonly yes: string;
  readonly no: string;
}

const LIST_EN = new Intl.ListFormat("en-GB", { type: "conjunction" });

function permissionsEn(names: readonly string[]): string {
  return `permission${names.length === 1 ? "" : "s"} ${LIST_EN.format(names.map((name) => `**${name}**`))}`;
}

function permissionsZhCN(names: readonly string[]): string {
  return `权限${names.map((name) => `“${name}”`).join("、")}`;
}

const en: DiscordTexts = {
  actions: { edit: "Edit image", animate: "Animate image", recipe: "Show recipe" },
  permissions: {
    ViewChannel: "View Channel",
    SendMessages: "Send Messages",
    SendMessagesInThreads: "Send Messages in Threads",
    AttachFiles: "Attach Files",
    ReadMessageHistory: "Read Message History",
    Connect: "Connect",
  },
  missing: (permissions) =>
    `Easel can't post its results here: it lacks the ${permissionsEn(permissions)}. An admin of the server can grant ${permissions.length === 1 ? "it" : "them"} to Easel's role for this channel. Nothing was sent or spent.`,
  locked: "Easel can't post results in a thread that is archived and locked. Nothing was sent or spent.",
  aboutLocked: (thread) => `This is about ${thread}, which is archived and locked: Discord accepts no answers there.`,
  lacks: (permissions) =>
    `Easel lacks the ${permissionsEn(permissions)}. Grant ${permissions.length === 1 ? "it" : "them"} to Easel's role for this channel.`,
  unseen:
    "Easel can't see this channel. Unless it was deleted, grant Easel's role the permission **View Channel** there.",
  noHome:
    "Easel accepts direct messages only from members of the servers where it is switched on, and you are in none of them. Nothing was sent or spent.",
  formTooLate: "Discord opens forms only within three seconds, and this took longer. Please try again.",
  formRefused:
    "Discord did not accept this form. Nothing was sent or spent, and an admin can find the reason in Easel's log.",
  withheld: {
    notice: "Easel can't send you direct messages. Its answer is behind this button; only you can open it.",
    show: "Show the answer",
    notYours: "This answer is for someone else.",
    gone: "This answer is no longer kept. `/jobs` shows your requests; for anything else, write your message again.",
  },
  formByCommand: "Discord opens forms for commands and buttons only. Type `/` and pick one of Easel's commands.",
  about: (link) => `About your message ${link}`,
  elsewhere: {
    taken: (channel) => `Easel is on it. The result comes in ${channel}.`,
    closed: "You can't write in that channel at the moment, so nothing was sent or spent.",
  },
  roleMentioned:
    "You mentioned Easel's role, and Discord hides the content of such a message from Easel. Nothing was sent or spent. Write it again and mention the app Easel instead of the role.",
  tooManyFiles: (files) =>
    `The ${files === 1 ? "file is" : "files are"} not attached, because too many were requested in a short time. Try again in a minute.`,
  interrupted:
    "Easel was interrupted while it received this. If nothing follows here within a minute, nothing was sent or spent: please send it again.",
  interruptedPrivately: "Easel was interrupted, and this may not have been done. Please try again.",
  noContent:
    "Easel can't see the files of messages that don't mention it. Turn on “Message Content Intent” for the bot at https://discord.com/developers/applications and start Easel again.",
  yes: "Yes",
  no: "No",
};

const zhCN: DiscordTexts = {
  actions: { edit: "修改图片", animate: "做成视频", recipe: "查看配方" },
  permissions: {
    ViewChannel: "查看频道",
    SendMessages: "发送消息",
    SendMessagesInThreads: "在子区内发送消息",
    AttachFiles: "附加文件",
    ReadMessageHistory: "读取消息历史记录",
    Connect: "连接",
  },
  missing: (permissions) =>
    `Easel 无法在这里发送结果：缺少${permissionsZhCN(permissions)}。服务器管理员可以在此频道中授予 Easel 的身份组。没有发送任何内容，也没有产生费用。`,
  locked: "子区已归档并锁定，Easel 无法在那里发送结果。没有发送任何内容，也没有产生费用。",
  aboutLocked: (thread) => `这条消息关于 ${thread}：它已归档并锁定，Discord 不允许在那里回复。`,
  lacks: (permissions) => `Easel 缺少${permissionsZhCN(permissions)}。请为 Easel 的身份组在此频道授予。`,
  unseen: "Easel 看不到此频道。如果频道没有被删除，请在那里为 Easel 的身份组授予“查看频道”权限。",
  noHome: "Easel 只接受已启用它的服务器的成员发来的私信，而你不在这些服务器里。没有发送任何内容，也没有产生费用。",
  formTooLate: "Discord 只允许在三秒内打开表单，这次超时了。请重试。",
  formRefused: "Discord 没有接受这个表单。没有发送任何内容，也没有产生费用。管理员可以在 Easel 的日志中查看原因。",
  withheld: {
    notice: "Easel 无法给你发私信。点击按钮查看回复，只有你能打开。",
    show: "查看回复",
    notYours: "这条回复是发给别人的。",
    gone: "这条回复已不再保留。用 `/jobs` 查看你的请求；其他情况请重新发送消息。",
  },
  formByCommand: "Discord 只能通过命令和按钮打开表单。请输入 `/` 并选择 Easel 的命令。",
  about: (link) => `关于你的消息 ${link}`,
  elsewhere: {
    taken: (channel) => `Easel 已开始处理，结果会发到 ${channel}。`,
    closed: "你现在无法在那个频道发言，所以没有发送任何内容，也没有产生费用。",
  },
  roleMentioned:
    "你提及的是 Easel 的身份组，Discord 不会让 Easel 看到这类消息的内容。没有发送任何内容，也没有产生费用。请重新发送，并提及应用 Easel，而不是身份组。",
  tooManyFiles: () => "这里没有附上文件，因为短时间内请求的文件太多。请一分钟后再试。",
  interrupted:
    "Easel 在接收这个请求时中断了。如果一分钟内这里没有后续消息，就说明没有发送任何内容，也没有产生费用：请再发送一次。",
  interruptedPrivately: "Easel 中断了，这个操作可能没有完成。请再试一次。",
  noContent:
    "Easel 看不到没有提及它的消息中的文件。请在 https://discord.com/developers/applications 为机器人打开 Message Content Intent，然后重新启动 Easel。",
  yes: "是",
  no: "否",
};

const CATALOGUE: Record<Locale, DiscordTexts> = { en, "zh-CN": zhCN };

/** Texts for Discord only, in one language. */
export function discordTexts(locale: Locale): DiscordTexts {
  return CATALOGUE[locale];
}
