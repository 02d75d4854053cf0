import type { PlainHttp } from "../core/account/doctor.ts";
import { PLAIN_HTTP_WARNINGS } from "./http/plain-http.ts";
import type { PlatformName } from "../core/chat/conversation.ts";
import type { PlatformFacts } from "../platforms/entry.ts";
import { PLATFORMS } from "../platforms/registry.ts";
import type { Role } from "../config/config.ts";
import type { OrganisationFacts } from "./context/organisations.ts";
import { stateText, type Part } from "./service-status.ts";

/** What is on and off, for the block that Easel prints when it has started. */
export interface ReadyFacts {
  readonly role: Role;
  readonly url: string | undefined;
  /** The enabled platforms that have a line in the block. */
  readonly platforms: { readonly [N in PlatformName]?: PlatformFacts | undefined };
  /** The code that an admin enters to switch a workspace on. */
  readonly operatorCode: string;
  /** With their workspaces; the Console's comes first. */
  readonly organisations: readonly OrganisationFacts[];
  readonly gateway: string;
  /** External services other than platforms, which have their own lines. */
  readonly parts: readonly Part[];
  /** Whether the video service can't load files from here, because Easel has no address that it could reach. */
  readonly lacksAddress: boolean;
  /** Names of platforms whose attachments the video service can load anyway. */
  readonly publicFilesOf: readonly string[];
  /** What others reach over plain HTTP. */
  readonly plainHttp: readonly PlainHttp[];
  readonly database: string;
}

/**
 * The plain-text block printed once everything is up: the address, then one line per part. For a part that is off, the line names
 * the variable that turns it on.
 */
export function readyBlock(facts: ReadyFacts): string {
  return [
    `Easel is ready: ${facts.url ?? `(the Console is off; ${consoleSetting(facts.role)} turns it on)`}`,
    ...(facts.role === "all" ? [] : [`  Role:     ${facts.role} (${OTHER_ROLE[facts.role]})`]),
    ...PLATFORMS.flatMap(({ name, readyLine }) => (readyLine ? [platformLine(readyLine, facts.platforms[name])] : [])),
    ...(facts.role !== "worker" && Object.values(facts.platforms).some((one) => one !== undefined)
      ? [`  Claim:    /easel-admin claim ${facts.operatorCode} switches a server or workspace on`]
      : []),
    ...organisationLines(facts.organisations),
    `  Gateway:  ${facts.gateway}`,
    ...facts.parts.filter(({ name, summary }) => name in PART_LINES && summary !== "up").map(partLine),
    ...facts.plainHttp.map((what) => `  Warning:  ${PLAIN_HTTP_WARNINGS[what]}`),
    ...(facts.lacksAddress ? [`  Files:    ${noClipFiles(facts)}`] : []),
    `  Database: ${facts.database}`,
  ].join("\n");
}

function platformLine(
  { title, off }: { readonly title: string; readonly off: string },
  facts: PlatformFacts | undefined,
): string {
  return `  ${`${title}:`.padEnd(9)} ${facts ? platformText(facts) : off}`;
}

function platformText({ account, how, invite, state }: PlatformFacts): string {
  const condition = state.kind === "connected" ? undefined : stateText(state);
  const where = [account, how, condition].filter((part) => part !== undefined).join(", ");
  return invite === undefined || state.kind === "posting" ? where : `${where}; invite it with ${invite}`;
}

function noClipFiles({ publicFilesOf }: ReadyFacts): string {
  const which = publicFilesOf.length > 0 ? `files, except those attached in ${publicFilesOf.join(" or ")}` : "files";
  return `clips can't use ${which}: the video service can't load them from here (PUBLIC_URL, an https address that leads to PUBLIC_PORT, changes that)`;
}

/** How many organisations the block lists; the Console's doctor lists all. */
const ORGANISATIONS_SHOWN = 20;

/** One line per organisation, if there are any besides the Console's. */
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

/** Services that get a line only when they are in trouble. */
const PART_LINES: Readonly<Record<string, string>> = { images: "Images", clips: "Clips", store: "Store" };

function partLine({ name, summary }: Part): string {
  return `  ${`${PART_LINES[name]}:`.padEnd(9)} ${summary}`;
}

const OTHER_ROLE = {
  chat: "ROLE=worker processes do the work",
  worker: "ROLE=chat processes take requests in",
} as const;

function consoleSetting(role: Role): string {
  return role === "worker" ? "ROLE=all or chat" : "CONSOLE=on";
}
