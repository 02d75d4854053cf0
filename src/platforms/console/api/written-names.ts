// How people are named in messages, and the format of channel names. Separate from the API's schemas, which the page doesn't
// load.
import { CONSOLE_CHANNEL_CHARACTERS } from "../../../lib/limits.ts";

/** Marks the place in a message's text where the person in `mention` is named. */
export const MENTION_MARK = "\uE000";

/** Lower-case letters and digits of any script, with single hyphens. */
export const CHANNEL_NAME = /^[\p{Ll}\p{Lo}\p{Nd}]+(?:-[\p{Ll}\p{Lo}\p{Nd}]+)*$/u;

/** Whether a channel may have this name. */
export function isChannelName(name: string): boolean {
  return name.length <= CONSOLE_CHANNEL_CHARACTERS && CHANNEL_NAME.test(name);
}
