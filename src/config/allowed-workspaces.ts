import type { PlatformName } from "../core/chat/conversation.ts";
import { PLATFORMS } from "../platforms/registry.ts";
import { ConfigError } from "../lib/errors.ts";

/** A workspace that may use Easel from the start. */
export interface AllowedWorkspace {
  readonly platform: PlatformName;
  /** The platform's own id: a guild or a team. */
  readonly workspace: string;
  /** The organisation's name in lower case; `console` is the Console's. Undefined: a separate one. */
  readonly organisation: string | undefined;
}

const ENTRY = /^(?:([A-Za-z0-9][A-Za-z0-9_-]{0,31})\/)?([a-z]+):([A-Za-z0-9]{1,64})$/;

/** The platforms with workspaces that can be listed. */
const LISTED = PLATFORMS.filter(({ workspaceId }) => workspaceId !== undefined);

/**
 * Reads `ALLOWED_WORKSPACES`: `[<organisation>/]<platform>:<workspace id>`, such as `acme/discord:1`, separated by commas. Each
 * workspace may appear once.
 */
export function allowedWorkspaces(given: string | undefined): readonly AllowedWorkspace[] {
  const entries = (given ?? "")
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
  const allowed = entries.map(readEntry);
  const seen = new Set<string>();
  for (const { platform, workspace } of allowed) {
    const id = `${platform}:${workspace}`;
    if (seen.has(id)) {
      throw new ConfigError(
        "ALLOWED_WORKSPACES",
        `ALLOWED_WORKSPACES contains ${id} twice; keep one of the two entries.`,
      );
    }
    seen.add(id);
  }
  return Object.freeze(allowed);
}

function readEntry(entry: string): AllowedWorkspace {
  const [, organisation, name, workspace] = ENTRY.exec(entry) ?? [];
  const platform = LISTED.find((one) => one.name === name);
  if (workspace === undefined || !platform) {
    const forms = LISTED.map((one) => `${one.name}:<${one.workspaceId}>`);
    throw new ConfigError(
      "ALLOWED_WORKSPACES",
      `ALLOWED_WORKSPACES contains “${entry}”; write ${forms.join(", ")} or <organisation>/${forms[0]}, and separate several with commas.`,
    );
  }
  return { platform: platform.name, workspace, organisation: organisation?.toLowerCase() };
}

/** Letters and digits only, because a typed code is compared without case and punctuation. */
const OPERATOR_CODE = /^[A-Za-z0-9-]{8,64}$/;

/** Reads `OPERATOR_CODE`; undefined if it is not set. */
export function operatorCode(given: string | undefined): string | undefined {
  if (given === undefined || (OPERATOR_CODE.test(given) && given.replaceAll("-", "").length >= 8)) return given;
  throw new ConfigError(
    "OPERATOR_CODE",
    "OPERATOR_CODE is too short or contains other characters; write 8 to 64 letters and digits, or remove it to have one generated.",
  );
}
