import { useConsoleState } from "../console-context.ts";
import { channelName } from "./channel-name.ts";

/** The current name of a channel with this id. */
export function useChannelName(id: string): string {
  return useConsoleState(({ channels }) => channelName(channels, id));
}
