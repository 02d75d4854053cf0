import type { EffectivePolicy, PolicySettings, Ruled, ScopedSettings } from "./policy.ts";
import { SCOPE_KINDS, type Scope } from "./scope.ts";

/** How narrow a scope is; larger numbers are narrower. */
export function narrowness({ kind }: Scope): number {
  return SCOPE_KINDS.indexOf(kind);
}

/**
 * Combines the settings of several scopes: the narrowest default, the strictest limit, all lists. Among equally narrow scopes
 * (groups), the first wins; among equally strict ones, the widest.
 */
export function combine(given: readonly ScopedSettings[]): EffectivePolicy {
  const settings = given.toSorted((one, other) => narrowness(one.scope) - narrowness(other.scope));
  return {
    models: each(settings, "models"),
    imageModel: narrowest(settings, "imageModel"),
    videoModel: narrowest(settings, "videoModel"),
    maxSeconds: lowest(settings, "maxSeconds"),
    maxCount: lowest(settings, "maxCount"),
    jobsAtOnce: lowest(settings, "jobsAtOnce"),
    jobsWaiting: lowest(settings, "jobsWaiting"),
    uploadMib: lowest(settings, "uploadMib"),
    consoleChannels: lowest(settings, "consoleChannels"),
    confirmSeconds: lowest(settings, "confirmSeconds"),
    approveSeconds: lowest(settings, "approveSeconds"),
    approveCount: lowest(settings, "approveCount"),
    approveMoney: settingsOf(settings, "approveMoney"),
    access: each(settings, "access"),
    blocked: each(settings, "blocked"),
    blockedWords: each(settings, "blockedWords"),
    ownKeys: allowedByAll(settings, "ownKeys"),
    guests: allowedByAll(settings, "guests"),
    talk: narrowest(settings, "talk"),
    previews: narrowest(settings, "previews"),
  };
}

type Keys<T> = {
  [K in keyof PolicySettings]-?: NonNullable<PolicySettings[K]> extends T ? K : never;
}[keyof PolicySettings];

function settingsOf<K extends keyof PolicySettings>(
  settings: readonly ScopedSettings[],
  key: K,
): Ruled<NonNullable<PolicySettings[K]>>[] {
  return settings.flatMap((one) => {
    const value = one.settings[key];
    return value === undefined || value === null ? [] : [{ value, scope: one.scope }];
  });
}

function each(settings: readonly ScopedSettings[], key: Keys<string[]>): Ruled<readonly string[]>[] {
  return settingsOf(settings, key);
}

function narrowest<K extends Keys<string | boolean>>(
  settings: readonly ScopedSettings[],
  key: K,
): Ruled<NonNullable<PolicySettings[K]>> | undefined {
  const found = settingsOf(settings, key);
  const most = Math.max(...found.map(({ scope }) => narrowness(scope)));
  return found.find(({ scope }) => narrowness(scope) === most);
}

function lowest(settings: readonly ScopedSettings[], key: Keys<number>): Ruled<number> | undefined {
  const found = settingsOf(settings, key);
  const least = Math.min(...found.map(({ value }) => value));
  return found.find(({ value }) => value === least);
}

/** One “no” is enough to withdraw a permission. */
function allowedByAll(settings: readonly ScopedSettings[], key: Keys<boolean>): Ruled<boolean> | undefined {
  const found = settingsOf(settings, key);
  return found.find(({ value }) => !value) ?? found[0];
}
