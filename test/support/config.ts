import type { Config } from "../../src/config/config.ts";
import type { PlatformName } from "../../src/core/chat/conversation.ts";

/** A platform's settings; undefined if it is off. */
export function settingsOf(config: Config, platform: PlatformName): unknown {
  return config.platforms.find(({ name }) => name === platform)?.settings;
}

/** Every setting as a comparable value. */
export function plain(config: Config): unknown {
  const platforms = config.platforms.map(({ name, settings, secrets }) => ({ name, settings, secrets }));
  return { ...config, platforms };
}
