import type { PlatformName } from "../../core/chat/conversation.ts";
import type { Texts } from "../texts.ts";

/** What people call a platform. */
export function platformName(platform: PlatformName, { audit }: Pick<Texts, "audit">): string {
  return { discord: "Discord", slack: "Slack", console: audit.console }[platform];
}
