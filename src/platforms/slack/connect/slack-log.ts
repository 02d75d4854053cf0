import { LogLevel, type Logger as SlackLogger } from "@slack/web-api";
import type { Logger } from "../../../lib/log/log.ts";

/**
 * What Slack's libraries say, among our own lines. Their debug lines hold whole messages and headers, and are left out; what
 * they call an error is often the next try's business and is reported by us where it is not.
 */
export function slackLog(log: Logger): SlackLogger {
  const said = (parts: readonly unknown[]): string =>
    parts.map((part) => (part instanceof Error ? part.message : String(part))).join(" ");
  return {
    debug: () => {},
    info: (...parts) => log.debug({ slack: said(parts) }, "Slack's library"),
    warn: (...parts) => log.info({ slack: said(parts) }, "Slack's library"),
    error: (...parts) => log.warn({ slack: said(parts) }, "Slack's library"),
    setLevel: () => {},
    getLevel: () => LogLevel.INFO,
    setName: () => {},
  };
}
