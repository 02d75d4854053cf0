import type { Scope } from "./policy/scope.ts";

/** Options under a name: a member's own, or a channel's. */
export interface Preset {
  readonly name: string;
  readonly scope: Scope;
  readonly service: "image" | "video";
  /** By the names of the options of `/imagine` or `/video`. */
  readonly options: Readonly<Record<string, string | number | boolean>>;
}

/** The port to presets. Names differ in more than case. Rejects with `DatabaseUnavailableError` when it can't tell. */
export interface PresetStore {
  /** Of these scopes; by name. */
  list(organisationId: string, scopes: readonly Scope[]): Promise<readonly Preset[]>;
  /** Makes it, or replaces the one of that name; `full`: there are as many as there may be. */
  save(organisationId: string, preset: Preset, accountId: string): Promise<"saved" | "replaced" | "full">;
  /** False where there was none. */
  delete(organisationId: string, scope: Scope, name: string): Promise<boolean>;
}
