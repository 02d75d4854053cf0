import { readVariables, type Config } from "../../config/config.ts";
import type { PlatformName } from "../../core/chat/conversation.ts";
import { ConfigError } from "../../lib/errors.ts";
import { PLATFORMS } from "../../platforms/registry.ts";

/** A part of the report that can't be made without its variables. */
export type Check = "process" | "database" | "store" | "gateways" | "collector" | "address" | PlatformName;

/** The configuration, with stand-ins for its mistakes. */
export interface ReadConfiguration {
  /** Undefined if it could not be read even with stand-ins. */
  readonly config: Config | undefined;
  /** The mistakes, each with its fix. */
  readonly problems: readonly ConfigError[];
  /** The checks to leave out, because they would check a stand-in. */
  readonly left: ReadonlySet<Check>;
}

/** Replaces a wrong variable and those that belong to it, so that the others can be checked. */
interface StandIn {
  readonly instead: Readonly<Record<string, string>>;
  readonly leaves: readonly Check[];
}

/** Stand-ins by groups of variables that belong together. */
const STAND_INS: readonly (StandIn & { readonly of: RegExp })[] = [
  { of: /^DATABASE_/, instead: { DATABASE_URL: "postgres://127.0.0.1/easel" }, leaves: ["database"] },
  {
    of: /^(?:IMAGE|VIDEO)_/,
    instead: { IMAGE_BASE_URL: "https://gateway.invalid", IMAGE_API_KEY: "sk-stand-in" },
    leaves: ["gateways"],
  },
  { of: /^S3_/, instead: {}, leaves: ["store"] },
  { of: /^SECRET_KEY/, instead: { SECRET_KEY: "stand-in".repeat(8) }, leaves: ["address"] },
  { of: /^OTEL_/, instead: {}, leaves: ["collector"] },
  { of: /^PUBLIC_URL$/, instead: {}, leaves: ["address"] },
  { of: /^(?:PORT|PUBLIC_PORT|HOST)$/, instead: {}, leaves: ["process"] },
];

/**
 * Reads the configuration repeatedly, each time without the mistake found before, so that one mistake hides neither other
 * mistakes nor other checks.
 */
export function readWhatIsRight(environment: NodeJS.ProcessEnv, cwd: string): ReadConfiguration {
  const problems: ConfigError[] = [];
  const left = new Set<Check>();
  let tried = environment;
  for (;;) {
    try {
      return { config: readVariables(tried, cwd), problems, left };
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      const { variable } = error;
      // The stand-in is wrong as well.
      if (problems.some((known) => known.variable === variable)) return { config: undefined, problems, left };
      problems.push(error);
      const { without, instead, leaves } = standInFor(variable, tried);
      tried = { ...Object.fromEntries(Object.entries(tried).filter(([name]) => !without(name))), ...instead };
      for (const check of leaves) left.add(check);
    }
  }
}

function standInFor(
  variable: string,
  environment: NodeJS.ProcessEnv,
): StandIn & { readonly without: (name: string) => boolean } {
  const platform = PLATFORMS.find(({ variables }) => variables.some((name) => name === variable));
  if (platform) {
    const ofPlatform: ReadonlySet<string> = new Set(platform.variables);
    // The Console is on by default.
    const instead: StandIn["instead"] = ofPlatform.has("CONSOLE") ? { CONSOLE: "off" } : {};
    return { instead, leaves: [platform.name], without: (name) => ofPlatform.has(name) };
  }
  if (variable === "ROLE") {
    // The default role would use an embedded part for each missing one, which is not what is configured.
    const has = (...names: readonly string[]): boolean => names.some((name) => (environment[name] ?? "") !== "");
    const leaves: Check[] = [];
    if (!has("DATABASE_URL")) leaves.push("database");
    if (!has("IMAGE_BASE_URL", "VIDEO_BASE_URL")) leaves.push("gateways");
    return { instead: {}, leaves, without: (name) => name === variable };
  }
  const group = STAND_INS.find(({ of }) => of.test(variable));
  if (group) return { ...group, without: (name) => group.of.test(name) };
  return { instead: {}, leaves: [], without: (name) => name === variable };
}
