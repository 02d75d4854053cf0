import type { Discord } from "../chat/discord/discord.ts";
import type { SlackIdentity } from "../chat/slack/identity.ts";
import type { Slack } from "../chat/slack/slack.ts";
import type { Clock } from "../clock.ts";
import type { CommandSpec } from "../command/spec.ts";
import type { Config } from "../config.ts";
import type { Database } from "../db/connection.ts";
import type { Logger } from "../log.ts";
import type { PlatformStanding } from "./parts.ts";

/** The platforms of the configuration beside the Console, once they were asked whether they know us. */
export interface CheckedPlatforms {
  open(parts: {
    readonly db: Database;
    readonly commands: readonly CommandSpec[];
    /** The database's time: what the platforms' own is compared with. */
    readonly databaseClock: Clock;
  }): Promise<OpenedPlatforms>;
}

/** Undefined: the platform is off. */
export interface OpenedPlatforms extends AsyncDisposable {
  readonly discord: Discord | undefined;
  readonly slack: Slack | undefined;
  readonly slackTeam: SlackIdentity | undefined;
  /** How this process stands with those that are on. */
  standings(): PlatformStanding[];
}

/**
 * Asks the platforms whether they know us. Throws a `ConfigError` for what only a person can fix. One that is away does not end the
 * start: it is tried again later.
 */
export async function checkPlatforms(
  config: Config,
  context: { readonly clock: Clock; readonly random: () => number; readonly log: Logger },
  signal: AbortSignal,
): Promise<CheckedPlatforms> {
  const { clock, random, log } = context;
  // A platform's library takes time and memory that nobody without it has to spend.
  const discordParts = config.discord && (await import("./discord.ts"));
  const checkedDiscord = await discordParts?.checkedDiscord(config, context, signal);
  const slackParts = config.slack && (await import("../chat/slack/slack.ts"));
  return {
    async open({ db, commands, databaseClock }) {
      const discord = checkedDiscord?.open({ db, commands, clock: databaseClock, random, log });
      const slack = config.slack && slackParts?.createSlack({ ...config.slack, db, commands, clock, random, log });
      await using opened = new AsyncDisposableStack();
      opened.defer(() => slack?.close());
      const slackTeam = await slack?.check();
      const parts = opened.move();
      return {
        discord,
        slack,
        slackTeam,
        standings: () => (discord ? [{ platform: "discord", state: discord.state() }] : []),
        [Symbol.asyncDispose]: () => parts.disposeAsync(),
      };
    },
  };
}
