import type { ChannelView } from "../../../platforms/console/api/api.ts";

/** The name of a channel with this id; the id itself if the page doesn't know the channel. */
export function channelName(channels: readonly ChannelView[], id: string): string {
  return channels.find((channel) => channel.id === id)?.name ?? id;
}

/** The id of the channel that an address names, by its id or else by its name. Anything else is returned unchanged. */
export function channelId(channels: readonly ChannelView[], named: string): string {
  if (channels.some(({ id }) => id === named)) return named;
  return channels.find(({ name }) => name === named)?.id ?? named;
}
