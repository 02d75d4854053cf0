import type { Scope } from "./scope.ts";
import type { Membership } from "../membership.ts";

/** Asks the video service for a key's models; undefined if it does not answer. */
export type AskForModels = (apiKey: string, signal: AbortSignal) => Promise<KeyList | undefined>;

/** One key's list. `unreadable`: its format is unknown. */
export type KeyList = readonly string[] | "unreadable";

/** Which keys to ask about: those of these scopes, or all of the organisation's. */
export interface KeysAsked {
  readonly organisationId: string;
  readonly scopes?: readonly Scope[];
}

/** The video models that those keys list; undefined if unknown. */
export type ListVideoModels = (keys: KeysAsked, signal: AbortSignal) => Promise<readonly string[] | undefined>;

/** The keys that would make a member's clips. */
export function videoKeysOf({ organisationId, scopes, keys }: Membership): KeysAsked {
  return { organisationId, scopes: scopes.filter(({ kind }) => kind === keys.video?.kind) };
}
