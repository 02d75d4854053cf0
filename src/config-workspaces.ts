import { ConfigError } from "./errors.ts";

/** A workspace that may use Easel from the start. */
export interface AllowedWorkspace {
  readonly platform: "discord" | "slack";
  /** The platform's own id of it: a guild, a team. */
  readonly workspace: string;
}

/** Reads `ALLOWED_WORKSPACES`: `discord:<guild id>` and `slack:<team id>`, with commas between them. */
export function allowedWorkspaces(given: string | undefined): readonly AllowedWorkspace[] {
  const entries = (given ?? "")
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
  return Object.freeze(
    entries.map((entry) => {
      const [, platform, workspace] = /^(discord|slack):([A-Za-z0-9]{1,64})$/.exec(entry) ?? [];
      if (workspace !== undefined && platform === "discord") return { platform, workspace } as const;
      if (workspace !== undefined && platform === "slack") return { platform, workspace } as const;
      throw new ConfigError(
        "ALLOWED_WORKSPACES",
        `ALLOWED_WORKSPACES holds “${entry}”; write discord:<guild id> or slack:<team id>, with commas between several.`,
      );
    }),
  );
}

/** Letters and digits, so that it is the same however it is typed. */
const OPERATOR_CODE = /^[A-Za-z0-9-]{8,64}$/;

/** Reads `OPERATOR_CODE`; undefined where it is not set. */
export function operatorCode(given: string | undefined): string | undefined {
  if (given === undefined || (OPERATOR_CODE.test(given) && given.replaceAll("-", "").length >= 8)) return given;
  throw new ConfigError(
    "OPERATOR_CODE",
    "OPERATOR_CODE is too short or holds other signs; write 8 to 64 letters and digits, or remove it to have one made.",
  );
}
