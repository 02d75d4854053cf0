import type { Locale } from "../../lib/locale.ts";

/** Permissions that Easel needs in a channel, by Discord's own names for them. */
export type DiscordPermission =
  | "ViewChannel"
  | "SendMessages"
  | "SendMessagesInThreads"
  | "AttachFiles"
  | "ReadMessageHistory";

/** What only Discord has to say. */
export interface DiscordTexts {
  /** The actions in a message's menu: 32 characters at most. */
  readonly actions: { readonly edit: string; readonly animate: string; readonly recipe: string };
  readonly permissions: Readonly<Record<DiscordPermission, string>>;
  readonly missing: (permissions: string) => string;
  readonly noHome: string;
  readonly formTooLate: string;
  readonly formByCommand: string;
  /** The process that took something in was gone before it could say what became of it. */
  readonly interrupted: string;
  /** The same where only the person themselves sees it: no request, but something else that they did. */
  readonly interruptedPrivately: string;
  /** Without the message content intent. */
  readonly noContent: string;
  readonly yes: string;
  readonly no: string;
}

const en: DiscordTexts = {
  actions: { edit: "Edit image", animate: "Animate image", recipe: "Show recipe" },
  permissions: {
    ViewChannel: "View Channel",
    SendMessages: "Send Messages",
    SendMessagesInThreads: "Send Messages in Threads",
    AttachFiles: "Attach Files",
    ReadMessageHistory: "Read Message History",
  },
  missing: (permissions) =>
    `Easel can't post its results here: it lacks the permission ${permissions}. An admin of the server can give it to Easel's role for this channel. Nothing was sent or spent.`,
  noHome:
    "Easel takes direct messages from members of the servers that it is set up for, and you are in none of them. Nothing was sent or spent.",
  formTooLate: "Discord no longer let the form open: it took more than three seconds. Please try again.",
  formByCommand: "Discord opens forms for commands and buttons only. Type `/` and pick one of Easel's commands.",
  interrupted:
    "Easel was interrupted while it took this in. If nothing follows here within a minute, nothing was sent or spent: please send it again.",
  interruptedPrivately: "Easel was interrupted, and this may not have been done. Please try again.",
  noContent:
    "Easel can’t see the files of messages that don’t mention it. Turn on “Message Content Intent” for the bot at https://discord.com/developers/applications and start Easel again.",
  yes: "Yes",
  no: "No",
};

const zhCN: DiscordTexts = {
  actions: { edit: "编辑图片", animate: "让图片动起来", recipe: "查看配方" },
  permissions: {
    ViewChannel: "查看频道",
    SendMessages: "发送消息",
    SendMessagesInThreads: "在子区内发送消息",
    AttachFiles: "附加文件",
    ReadMessageHistory: "读取消息历史记录",
  },
  missing: (permissions) =>
    `Easel 没法在这里发送结果：缺少权限“${permissions}”。服务器管理员可以在此频道中把它授予 Easel 的身份组。没有发送任何内容，也没有产生费用。`,
  noHome: "Easel 只接受其所服务的服务器的成员发来的私信，而你不在其中。没有发送任何内容，也没有产生费用。",
  formTooLate: "Discord 不再允许打开表单：已超过三秒。请再试一次。",
  formByCommand: "Discord 只能通过命令和按钮打开表单。请输入 `/` 并选择 Easel 的命令。",
  interrupted:
    "Easel 在接收这个请求时中断了。如果一分钟内这里没有后续消息，就说明没有发送任何内容，也没有产生费用：请再发送一次。",
  interruptedPrivately: "Easel 中断了，这个操作可能没有完成。请再试一次。",
  noContent:
    "Easel 看不到没有提及它的消息中的文件。请在 https://discord.com/developers/applications 为机器人打开 Message Content Intent，然后重新启动 Easel。",
  yes: "是",
  no: "否",
};

const CATALOGUE: Record<Locale, DiscordTexts> = { en, "zh-CN": zhCN };

/** What only Discord has to say, in one language. */
export function discordTexts(locale: Locale): DiscordTexts {
  return CATALOGUE[locale];
}
