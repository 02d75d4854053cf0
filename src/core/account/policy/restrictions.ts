import type { PolicySettings } from "./policy.ts";

/** The restrictive part of a scope's settings, without defaults and permissions. */
export function restrictionsOf(settings: PolicySettings): PolicySettings {
  const kept = { ...settings };
  delete kept.imageModel;
  delete kept.videoModel;
  if (kept.ownKeys === true) delete kept.ownKeys;
  if (kept.guests === true) delete kept.guests;
  if (kept.talk === "make") delete kept.talk;
  delete kept.previews;
  return kept;
}
