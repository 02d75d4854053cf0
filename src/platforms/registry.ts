import { PLATFORM_NAMES, type PlatformName } from "../core/chat/conversation.ts";
import { consoleEntry } from "./console/entry.ts";
import { discordEntry } from "./discord/entry.ts";
import { register, type RegisteredPlatform } from "./entry.ts";
import { slackEntry } from "./slack/entry.ts";

/** All chat platforms. To add one, add a folder beside the others, its name in the core, and a line here. */
const REGISTRY: { readonly [N in PlatformName]: RegisteredPlatform<N> } = {
  discord: register(discordEntry),
  slack: register(slackEntry),
  console: register(consoleEntry),
};

/** The same platforms as a list. */
export const PLATFORMS: readonly RegisteredPlatform[] = PLATFORM_NAMES.map((name) => REGISTRY[name]);
