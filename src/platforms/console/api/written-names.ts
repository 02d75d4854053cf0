// How names are written in messages and of channels. The page needs these without the schemas of the API.
import { CONSOLE_CHANNEL_CHARACTERS } from "../../../lib/limits.ts";

/** Marks the place in a message's text where the person in `mention` is named. */
export const MENTION_MARK = "\uE000";

/** Lower-case letters and digits of any script, with single hyphens. */
export const CHANNEL_NAME = /^[\p{Ll}\p{Lo}\p{Nd}]+(?:-[\p{Ll}\p{Lo}\p{Nd}]+)*$/u;

/** Whether a channel may have this name. */
export function isChannelName(name: string): boolean {
  return name.length <= CONSOLE_CHANNEL_CHARACTERS && CHANNEL_NAME.test(name);
}
