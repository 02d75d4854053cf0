import { LogLevel, type Logger as SlackLogger } from "@slack/web-api";
import type { Logger } from "../../../lib/log/log.ts";

/**
 * Passes the log lines of Slack's libraries to Easel's log. Debug lines are dropped because they contain whole messages
 * and headers. Errors become information: a retry often resolves them, and Easel logs those that remain.
 */
export function slackLog(log: Logger): SlackLogger {
  const said = (parts: readonly unknown[]): string =>
    parts.map((part) => (part instanceof Error ? part.message : String(part))).join(" ");
  return {
    debug: () => {},
    info: (...parts) => log.debug({ slack: said(parts) }, "Slack's library"),
    warn: (...parts) => log.info({ slack: said(parts) }, "Slack's library"),
    error: (...parts) => log.info({ slack: said(parts) }, "Slack's library"),
    setLevel: () => {},
    getLevel: () => LogLevel.INFO,
    setName: () => {},
  };
}
