/** What the Console's server says of its channels and uploads. In English. */
export const consoleRoomEn = {
  consoleRoom: {
    uploads: (taken: number, most: number, by: string) =>
      `There is no room for this file. You have uploaded ${taken} MiB that no message has, and a member may have at most ${most} MiB (rule: ${by}). Send what you have attached, or wait: after a day it no longer counts. Nothing was sent or spent.`,
    channels: (made: number, most: number, by: string) =>
      `You have made ${made === 1 ? "one channel" : `${made} channels`}, and a member may have at most ${most} (rule: ${by}). Remove one first.`,
    channelExists: "There is a channel of that name already.",
    channelUnknown: "There is no such channel.",
    channelKept: "The Console always has this channel.",
    channelNotYours: "Only an admin and the person who made a channel can remove it.",
    channelBusy: (requests: number) =>
      requests === 1
        ? "A request from this channel is not done yet. Wait for it, or cancel it; then you can remove the channel."
        : `${requests} requests from this channel are not done yet. Wait for them, or cancel them; then you can remove the channel.`,
  },
};
