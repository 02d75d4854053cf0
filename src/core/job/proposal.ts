import type { Conversation } from "../chat/conversation.ts";
import type { MediaRequest } from "../request/request.ts";
import type { Parent } from "./job-store.ts";

/**
 * What a member is to say yes to: `confirm` the price, `ask` an admin about what is over a quota, or `make` something of words that
 * were not clearly a request.
 */
export type ProposalKind = "confirm" | "ask" | "make";

/** A checked request that waits for its member's yes. */
export interface Proposal {
  readonly id: string;
  readonly kind: ProposalKind;
  readonly organisationId: string;
  readonly accountId: string;
  readonly conversation: Conversation;
  readonly requestMessage: string | undefined;
  readonly parent: Parent | undefined;
  readonly request: MediaRequest;
  /** It is to come to its member alone. */
  readonly isPrivate: boolean;
}

/** The port to requests that wait for a yes. They are kept for a day. Rejects with `DatabaseUnavailableError` when it can't tell. */
export interface Proposals {
  /** One that is kept already takes on what is asked now. */
  keep(proposal: Proposal): Promise<void>;
  /** Where a request was made, by anyone. Undefined when it does not exist (any more). */
  placeOf(id: string): Promise<Conversation | undefined>;
  /** `taken`: its member has said yes before. Undefined when there is no such (any more), or it is someone else's. */
  find(
    organisationId: string,
    accountId: string,
    id: string,
  ): Promise<{ readonly proposal: Proposal; readonly taken: boolean } | undefined>;
}

/** The key of the one event that a yes is, however often it is given. */
export function proposalKey(id: string): string {
  return `proposal:${id}`;
}
