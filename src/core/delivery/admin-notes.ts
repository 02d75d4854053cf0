import type { Month } from "../account/quota/usage.ts";
import type { Conversation, PlatformName } from "../chat/conversation.ts";

/** A note for the admin channel. */
export interface AdminNote {
  readonly id: string;
  readonly conversation: Conversation;
  readonly text: string;
  readonly organisationId: string;
  /** The month that it reports; its usage is attached as a chart and a table. */
  readonly report?: Month | undefined;
  /** How often posting it has failed. */
  readonly tries: number;
}

/** The port to notes for admins. Rejects with `DatabaseUnavailableError` if the database is unavailable. */
export interface AdminNoteStore {
  /**
   * Whether this worker has the lease for posting a platform's notes. Takes the lease if it is free, and keeps it until it ends.
   */
  hold(platform: PlatformName, workerId: string): Promise<boolean>;
  /** The notes that are due now, oldest first. */
  due(platform: PlatformName): Promise<readonly AdminNote[]>;
  posted(id: string): Promise<void>;
  /** `againMs`: when to retry; undefined: never. */
  failed(id: string, failure: string, againMs: number | undefined): Promise<void>;
}
