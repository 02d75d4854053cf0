import type { Config } from "../../src/config/config.ts";
import type { PlatformName } from "../../src/core/chat/conversation.ts";

/** The settings of a platform; undefined where it is off. */
export function settingsOf(config: Config, platform: PlatformName): unknown {
  return config.platforms.find(({ name }) => name === platform)?.settings;
}

/** Everything that can be set, as values that can be compared. */
export function plain(config: Config): unknown {
  const platforms = config.platforms.map(({ name, settings, secrets }) => ({ name, settings, secrets }));
  return { ...config, platforms };
}
