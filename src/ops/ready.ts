import type { Role } from "../config.ts";

/** What is on and what is off, for the block that the start prints. */
export interface ReadyFacts {
  readonly role: Role;
  readonly url: string | undefined;
  /** Undefined: Discord is off. `guilds` is undefined where another process has the connection. */
  readonly discord: { readonly name: string; readonly guilds: number | undefined; readonly invite: string } | undefined;
  /** The workspace and how it is connected; undefined when Slack is off. */
  readonly slack: string | undefined;
  /** What an admin enters to switch a workspace on. */
  readonly operatorCode: string;
  readonly gateway: string;
  readonly database: string;
}

/**
 * The plain block that is printed once all of it is up: the address first, then a line for each part, saying which variable
 * turns on what is off.
 */
export function readyBlock(facts: ReadyFacts): string {
  return [
    `Easel is ready: ${facts.url ?? `(the Console is off; ${consoleMend(facts.role)} turns it on)`}`,
    ...(facts.role === "all" ? [] : [`  Role:     ${facts.role} (${OTHER_ROLE[facts.role]})`]),
    `  Discord:  ${discordLine(facts)}`,
    `  Slack:    ${facts.slack ?? "off (SLACK_BOT_TOKEN and SLACK_APP_TOKEN turn it on)"}`,
    ...(facts.role !== "worker" && (facts.discord || facts.slack)
      ? [`  Claim:    /easel-admin claim ${facts.operatorCode} switches a server or workspace on`]
      : []),
    `  Gateway:  ${facts.gateway}`,
    `  Database: ${facts.database}`,
  ].join("\n");
}

function discordLine({ discord, role }: ReadyFacts): string {
  if (!discord) return "off (DISCORD_TOKEN turns it on)";
  const { name, guilds, invite } = discord;
  if (role === "worker") return `${name}, delivering only`;
  const where =
    guilds === undefined
      ? "standing by: another process holds the connection, and one that died loses it within 15 seconds"
      : `in ${guilds} ${guilds === 1 ? "server" : "servers"}`;
  return `${name}, ${where}; invite it with ${invite}`;
}

const OTHER_ROLE = {
  chat: "ROLE=worker processes do the work",
  worker: "ROLE=chat processes take requests in",
} as const;

function consoleMend(role: Role): string {
  return role === "worker" ? "ROLE=all or chat" : "CONSOLE=on";
}
