import type { Discord } from "../../platforms/discord/discord.ts";
import type { Slack } from "../../platforms/slack/slack.ts";
import type { Clock } from "../../lib/clock.ts";
import type { CommandSpec } from "../../command/parse/spec.ts";
import type { Config } from "../../config/config.ts";
import type { Database } from "../../db/connection.ts";
import type { Logger } from "../../lib/log/log.ts";
import type { PlatformStatus } from "../parts.ts";
import type { SecretKeys } from "../context/secret-key.ts";

/** The platforms of the configuration beside the Console, once they were asked whether they know us. */
export interface CheckedPlatforms {
  open(parts: {
    readonly db: Database;
    readonly secretKeys: SecretKeys;
    readonly commands: readonly CommandSpec[];
    /** The database's time: what the platforms' own is compared with. */
    readonly databaseClock: Clock;
  }): OpenedPlatforms;
}

/** Undefined: the platform is off. */
export interface OpenedPlatforms extends AsyncDisposable {
  readonly discord: Discord | undefined;
  readonly slack: Slack | undefined;
  /** How this process stands with those that are on. */
  memberships(): PlatformStatus[];
}

/**
 * Asks the platforms whether they know us. Throws a `ConfigError` for what only a person can fix. One that is away does not end
 * the start: it is tried again later.
 */
export async function checkPlatforms(
  config: Config,
  context: { readonly clock: Clock; readonly random: () => number; readonly log: Logger },
  signal: AbortSignal,
): Promise<CheckedPlatforms> {
  const { slack: slackSettings } = config;
  const [discordChecked, slackChecked] = await Promise.all([
    // A platform's library takes time and memory that nobody without it has to spend.
    config.discord && import("./discord.ts").then((parts) => parts.checkedDiscord(config, context, signal)),
    slackSettings && import("./slack.ts").then((parts) => parts.checkedSlack(slackSettings, context, signal)),
  ]);
  return {
    open({ databaseClock, secretKeys, db, commands }) {
      const discord = discordChecked?.open({ db, secretKeys, commands, ...context, clock: databaseClock });
      const slack = slackChecked?.open({ db, commands });
      return {
        discord,
        slack,
        memberships: () => [
          ...(discord ? [{ platform: "discord", state: discord.state() } as const] : []),
          ...(slack ? [{ platform: "slack", state: slack.state() } as const] : []),
        ],
        [Symbol.asyncDispose]: async () => slack?.close(),
      };
    },
  };
}
