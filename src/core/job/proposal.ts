import type { Conversation, PlatformName } from "../chat/conversation.ts";
import type { MediaRequest } from "../request/request.ts";
import type { Parent } from "./job-store.ts";

/**
 * What the member is asked: to `confirm` the price, to `ask` an admin about a quota, or to `make` something from a message that
 * was not clearly a request.
 */
export type ProposalKind = "confirm" | "ask" | "make";

/** A validated request that waits for its member's yes. */
export interface Proposal {
  readonly id: string;
  readonly kind: ProposalKind;
  readonly organisationId: string;
  readonly accountId: string;
  readonly conversation: Conversation;
  readonly requestMessage: string | undefined;
  readonly parent: Parent | undefined;
  readonly request: MediaRequest;
  /** The result is for its member only. */
  readonly isPrivate: boolean;
}

/** A request over a quota, by its event and its message. */
interface OverQuotaRequest extends Pick<Proposal, "organisationId" | "accountId" | "requestMessage"> {
  readonly platform: PlatformName;
  readonly eventKey: string;
}

/** The port to proposals, which expire after a day. Rejects with `DatabaseUnavailableError` if the database is unavailable. */
export interface Proposals {
  /** Stores a proposal. An existing one is updated. Keeps only the member's latest questions in a channel and its threads. */
  keep(proposal: Proposal): Promise<void>;
  /**
   * Whether the member still has to answer whether to ask an admin about another request. False if this event has already been
   * accepted.
   */
  isAsked(request: OverQuotaRequest): Promise<boolean>;
  /**
   * Where a person on a platform made a request, regardless of its organisation. Undefined if it doesn't exist, has expired, or
   * is someone else's.
   */
  placeOf(
    id: string,
    by: { readonly platform: PlatformName; readonly userId: string },
  ): Promise<Conversation | undefined>;
  /** `taken`: its member has already said yes. Undefined if it doesn't exist, has expired, or is someone else's. */
  find(
    organisationId: string,
    accountId: string,
    id: string,
  ): Promise<{ readonly proposal: Proposal; readonly taken: boolean } | undefined>;
  /**
   * Deletes a proposal that its member declines. `taken`: they have said yes before, and it stays. `gone`: it doesn't exist, or
   * is someone else's.
   */
  decline(
    id: string,
    by: { readonly platform: PlatformName; readonly userId: string },
  ): Promise<"declined" | "taken" | "gone">;
}

/** The event key of a proposal's yes, the same for repeated answers. */
export function proposalKey(id: string): string {
  return `proposal:${id}`;
}
