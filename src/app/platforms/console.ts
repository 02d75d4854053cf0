import { type Console, type ConsoleOptions, createConsole } from "../../platforms/console/console.ts";
import type { Config } from "../../config/config.ts";
import type { HealthAccess } from "../http/health-routes.ts";
import { textsFor } from "../../text/texts.ts";

/** How the Console is to be where it is tried out. */
export interface ConsoleSettings {
  /** The largest file that it takes from Easel, where it is to be as narrow as another platform. */
  readonly consoleFileBytes?: number;
}

/** Who may read health and metrics: whoever may use the Console, or has the token. */
export function healthAccess(config: Config, chat: Pick<Console, "isLoggedIn">): HealthAccess {
  const { host, publicUrl, metricsToken } = config;
  return {
    host,
    allowedOrigins: publicUrl === undefined ? [] : [new URL(publicUrl).origin],
    metricsToken,
    isLoggedIn: config.console.on ? chat.isLoggedIn : undefined,
  };
}

/** The Console as the configuration has it. */
export function openConsole(
  config: Config,
  context: Pick<
    ConsoleOptions,
    "db" | "media" | "keepFile" | "commands" | "memberships" | "secretKey" | "clock" | "log"
  >,
  { consoleFileBytes }: ConsoleSettings,
): Console {
  const { publicUrl } = config;
  const { password } = config.console;
  return createConsole({
    ...context,
    texts: textsFor,
    ...(consoleFileBytes === undefined ? {} : { maxFileBytes: consoleFileBytes }),
    ...(password === undefined ? {} : { password }),
    ...(publicUrl === undefined ? {} : { allowedOrigins: [new URL(publicUrl).origin] }),
  });
}
