import type { Scope } from "./policy/scope.ts";

/** Options saved under a name, for a member or a channel. */
export interface Preset {
  readonly name: string;
  readonly scope: Scope;
  readonly service: "image" | "video";
  /** By the option names of `/imagine` or `/video`. */
  readonly options: Readonly<Record<string, string | number | boolean>>;
}

/**
 * The port to presets. Names are unique, ignoring case. Rejects with `DatabaseUnavailableError` if the database is unavailable.
 */
export interface PresetStore {
  /** The presets of these scopes, sorted by name. */
  list(organisationId: string, scopes: readonly Scope[]): Promise<readonly Preset[]>;
  /** Creates or replaces a preset; `full`: the scope has as many presets as allowed. */
  save(organisationId: string, preset: Preset, accountId: string): Promise<"saved" | "replaced" | "full">;
  /** False if there was none. */
  delete(organisationId: string, scope: Scope, name: string): Promise<boolean>;
}
