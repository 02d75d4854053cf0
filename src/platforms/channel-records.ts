import type { Conversation } from "../core/chat/conversation.ts";
import type { Change } from "../core/account/policy/policy-store.ts";
import type { Queries } from "../db/queries.ts";

/** What admins have set for a channel. */
export interface ChannelUse {
  /** Rules, quotas or a pause. */
  readonly isRuled: boolean;
  /** Admins are asked and notified there. */
  readonly isAdminChannel: boolean;
}

/**
 * Records the changes of a platform's own channels in the transaction that makes them, so that neither exists without the other.
 * `Change` names the person and their organisation.
 */
export interface ChannelRecords {
  use(queries: Queries, organisationId: string, channel: Conversation): Promise<ChannelUse>;
  /** Deletes everything that was set for the channel: rules, quotas and what was used of them, a pause and presets. */
  removed(queries: Queries, change: Change, channel: Conversation, name: string): Promise<void>;
  renamed(
    queries: Queries,
    change: Change,
    channel: Conversation,
    names: { readonly before: string; readonly after: string },
  ): Promise<void>;
}
