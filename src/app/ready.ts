import type { PlainHttp } from "../core/account/doctor.ts";
import { PLAIN_HTTP_WARNINGS } from "./http/plain-http.ts";
import type { PlatformState } from "../core/chat/platform.ts";
import type { Role } from "../config/config.ts";
import type { OrganisationFacts } from "./context/organisations.ts";
import { stateText, type Part } from "./parts.ts";

/** What is known of Discord; undefined is what it has not told yet. */
export interface DiscordFacts {
  readonly name: string | undefined;
  readonly invite: string | undefined;
  readonly guilds: number | undefined;
  readonly state: PlatformState;
}

/** What is known of Slack; `team` is undefined while it has not told, `how` says how it delivers. */
export interface SlackFacts {
  readonly team: string | undefined;
  readonly how: string;
  readonly state: PlatformState;
}

/** What is on and what is off, for the block that the start prints. */
export interface ReadyFacts {
  readonly role: Role;
  readonly url: string | undefined;
  /** Undefined: Discord is off. */
  readonly discord: DiscordFacts | undefined;
  /** Undefined: Slack is off. */
  readonly slack: SlackFacts | undefined;
  /** What an admin enters to switch a workspace on. */
  readonly operatorCode: string;
  /** With their workspaces, the Console's first. */
  readonly organisations: readonly OrganisationFacts[];
  readonly gateway: string;
  /** The parts outside; those of the platforms have their lines already. */
  readonly parts: readonly Part[];
  /** The video service can't load files from here, for want of a public address. */
  readonly lacksAddress: boolean;
  /** What others reach over plain HTTP. */
  readonly plainHttp: readonly PlainHttp[];
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
    `  Slack:    ${slackLine(facts)}`,
    ...(facts.role !== "worker" && (facts.discord || facts.slack)
      ? [`  Claim:    /easel-admin claim ${facts.operatorCode} switches a server or workspace on`]
      : []),
    ...organisationLines(facts.organisations),
    `  Gateway:  ${facts.gateway}`,
    ...facts.parts.filter(({ name, says }) => name in PART_LINES && says !== "up").map(partLine),
    ...facts.plainHttp.map((what) => `  Warning:  ${PLAIN_HTTP_WARNINGS[what]}`),
    ...(facts.lacksAddress ? [`  Files:    ${noClipFiles(facts)}`] : []),
    `  Database: ${facts.database}`,
  ].join("\n");
}

function discordLine({ discord }: ReadyFacts): string {
  if (!discord) return "off (DISCORD_TOKEN turns it on)";
  const { name, guilds = 0, invite, state } = discord;
  const parts = [
    ...(name === undefined ? [] : [name]),
    state.kind === "connected" ? `in ${guilds} ${guilds === 1 ? "server" : "servers"}` : stateText(state),
  ];
  const where = parts.join(", ");
  return invite === undefined || state.kind === "posting" ? where : `${where}; invite it with ${invite}`;
}

function slackLine({ slack }: ReadyFacts): string {
  if (!slack) return "off (SLACK_BOT_TOKEN and SLACK_APP_TOKEN turn it on)";
  const { team, how, state } = slack;
  const stands = state.kind === "connected" ? [] : [stateText(state)];
  return [...(team === undefined ? [] : [team]), how, ...stands].join(", ");
}

/** Files that are attached in Discord have addresses that everyone can load. */
function noClipFiles({ discord }: ReadyFacts): string {
  const which = discord ? "files, except those attached in Discord" : "files";
  return `clips can't use ${which}: the video service can't load them from here (PUBLIC_URL, an https address that leads to PUBLIC_PORT, changes that)`;
}

/** How many organisations the block lists; the doctor in the Console lists all. */
const ORGANISATIONS_SHOWN = 20;

/** One line for each organisation, where there are others than the Console's. */
function organisationLines(organisations: readonly OrganisationFacts[]): string[] {
  if (organisations.length < 2 && (organisations[0]?.workspaces.length ?? 0) < 2) return [];
  const lines = organisations.slice(0, ORGANISATIONS_SHOWN).map(({ name, workspaces, code }) => {
    const join =
      name === undefined || code === undefined ? "" : `; /easel-admin claim ${code} --organisation ${name} joins it`;
    return `  Organisation ${name ?? "without a name"}: ${workspaces.join(", ")}${join}`;
  });
  const more = organisations.length - ORGANISATIONS_SHOWN;
  return more > 0 ? [...lines, `  ... and ${more} more: /easel-admin doctor in the Console lists them`] : lines;
}

/** Parts that have no line of their own unless they are in trouble. */
const PART_LINES: Readonly<Record<string, string>> = { images: "Images", clips: "Clips", store: "Store" };

function partLine({ name, says }: Part): string {
  return `  ${`${PART_LINES[name]}:`.padEnd(9)} ${says}`;
}

const OTHER_ROLE = {
  chat: "ROLE=worker processes do the work",
  worker: "ROLE=chat processes take requests in",
} as const;

function consoleMend(role: Role): string {
  return role === "worker" ? "ROLE=all or chat" : "CONSOLE=on";
}
