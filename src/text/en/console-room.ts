/** The Console server's answers about channels, uploads and limits per minute. In English. */
export const consoleRoomEn = {
  consoleRoom: {
    uploads: (taken: number, most: number, by: string) =>
      `There is no room for this file. You have uploaded ${taken} MiB that you have not sent yet, and a member may have at most ${most} MiB (rule: ${by}). Send what you have attached, or wait: unsent files stop counting after a day. Nothing was sent or spent.`,
    uploadsToday: (taken: number, most: number, by: string) =>
      `There is no room for this file. You have uploaded ${taken} MiB in the last 24 hours, and a member may upload at most ${most} MiB a day, sent or not: five times the limit of unsent files (rule: ${by}). Ask an admin for a higher limit, or wait: uploads stop counting after a day. Nothing was sent or spent.`,
    channels: (made: number, most: number, by: string) =>
      `You have created ${made === 1 ? "one channel" : `${made} channels`}, and a member may have at most ${most} (rule: ${by}). Remove one first.`,
    tooMuch:
      "Too many actions in one minute. Messages, buttons, menus, forms, pins, and new, renamed and removed channels count together with the length of Easel's answers to you. Wait a minute, then try again. Nothing was sent or spent.",
    tooManyLooks: "Too much was looked up in one minute. Wait a minute, then try again.",
    tooManyAnswers:
      "Easel's answers to you in the last minute were too long in total, so this one was left out. What you asked for may still have been done: wait a minute, and check before you repeat it.",
    channelExists: "A channel with that name already exists.",
    /** A channel's addresses keep its first name. `name`: its current one. */
    channelNameKept: (name: string) =>
      `Links with this name lead to #${name}, which used to have it. Choose another name.`,
    channelNotRenamed: "Only an admin can rename a channel.",
    channelUnknown: "There is no such channel.",
    channelKept: "This channel can't be removed.",
    channelNotYours: "Only an admin or the person who created a channel can remove it.",
    channelRuled: "Admins have set rules, quotas or a pause for this channel, so only an admin can remove it.",
    channelAsksAdmins:
      "Admins are asked and notified in this channel. First choose another one: type /easel-admin workspace settings --admin_channel here in that channel, or turn it off with --admin_channel off.",
    channelAsksAdminsForMember:
      "Admins are asked and notified in this channel, so it can't be removed. Only an admin can choose another one.",
    pinGone: "This message no longer has a result that everybody can see, so it can't be pinned.",
    pinsFull: (most: number) => `This channel has ${most} pinned results, the most that it can have. Unpin one first.`,
    channelBusy: (requests: number) =>
      requests === 1
        ? "A request from this channel is not done yet. Wait for it, or cancel it; then you can remove the channel."
        : `${requests} requests from this channel are not done yet. Wait for them, or cancel them; then you can remove the channel.`,
  },
};
