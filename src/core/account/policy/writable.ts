import { MOST_LISTED, PolicySettings, StoredSettings } from "./policy.ts";

const LISTS = ["models", "access", "blocked", "blockedWords"] as const;

/**
 * Checks settings before they replace others. Unchanged settings are not checked, and an overlong list may be shortened, so that
 * an admin can always correct what is stored. Throws a ZodError.
 */
export function writableSettings(after: PolicySettings, before: PolicySettings): PolicySettings {
  const settings = StoredSettings.parse(after);
  const was = new Map<string, unknown>(Object.entries(before));
  const changed = Object.entries(settings).flatMap(([key, value]): (readonly [string, unknown])[] => {
    const old = was.get(key);
    if (JSON.stringify(value) === JSON.stringify(old)) return [];
    const isShorter = Array.isArray(value) && Array.isArray(old) && value.length < old.length;
    return [[key, isShorter ? value.filter((entry) => !old.includes(entry)) : value]];
  });
  PolicySettings.parse(Object.fromEntries(changed));
  return settings;
}

/** Whether a list of combined settings is beyond its bound, and longer than in any of the settings that were combined. */
export function isOverfull(combined: PolicySettings, from: readonly PolicySettings[]): boolean {
  return LISTS.some((list) => {
    const lengths = from.map((settings) => settings[list]?.length ?? 0);
    return (combined[list]?.length ?? 0) > Math.max(MOST_LISTED[list], ...lengths);
  });
}
