import type { Conversation } from "../chat/conversation.ts";
import type { Actor } from "../chat/event.ts";
import type { EffectivePolicy } from "./policy.ts";
import type { Scope } from "./scope.ts";

/** Where someone acts. */
export interface Place {
  readonly conversation: Conversation;
  /** A direct message, which has a policy of its own. */
  readonly isDirect?: boolean;
  readonly actor: Actor;
}

/** Everything about a member in a place that decides what they may do there. */
export interface Standing {
  readonly organisationId: string;
  readonly accountId: string;
  readonly groups: readonly { readonly id: string; readonly name: string }[];
  /** The widest first. */
  readonly scopes: readonly Scope[];
  readonly policy: EffectivePolicy;
  /** The scopes in which nothing new is created at the moment. */
  readonly paused: readonly Scope[];
}

/** The port to what decides. Rejects with `DatabaseUnavailableError` when it can't tell. */
export interface Standings {
  /**
   * The standing of a member, who gets an account on first use; undefined in a workspace that nobody has claimed. Remembered
   * until something of the organisation changes, in whatever process.
   */
  standingOf(place: Place): Promise<Standing | undefined>;
}
