import type { Membership } from "../core/account/membership.ts";
import type { Actor } from "../core/chat/event.ts";
import type { Conversation, MessageRef } from "../core/chat/conversation.ts";
import type { Parent } from "../core/job/job-store.ts";
import type { MediaRequest } from "../core/request/request.ts";
import type { GivenFile } from "../core/chat/given-file.ts";
import type { OptionValues } from "./parse/parse.ts";
import type { AllowedModels } from "../core/account/policy/allowed-models.ts";
import type { Reply } from "./reply.ts";

/** What someone typed or pressed, parsed but not yet validated. */
export interface Invocation {
  /** Permanent and unique on its platform. */
  readonly key: string;
  readonly conversation: Conversation;
  /** A direct message, which has its own policy. */
  readonly isDirect?: boolean;
  readonly actor: Actor;
  readonly options: OptionValues;
  readonly attachments: readonly GivenFile[];
  /** The answer can't show files, so none are made for it. */
  readonly showsNoFiles?: true | undefined;
  /** The message that contains it, if the platform has one. */
  readonly message: MessageRef | undefined;
  /** Our results among its first files. */
  readonly parent: Parent | undefined;
  /** Set if the request is only to be offered: called with the checked request instead of making it. */
  readonly insteadOfMaking?: InsteadOfMaking | undefined;
  /** Aborted when the requester stops waiting. */
  readonly signal: AbortSignal;
}

export type InsteadOfMaking = (making: Making, asking: Asking, request: MediaRequest) => Promise<Reply>;

export interface Asking {
  readonly membership: Membership;
  readonly allowedModels: AllowedModels;
  /** The models that the video key lists, if this is about clips and the list is available. */
  readonly listed: readonly string[] | undefined;
}

/** Where and for whom something is made, and what the result replies to. */
export type Making = Pick<Invocation, "key" | "conversation" | "isDirect" | "actor" | "message" | "parent"> &
  Partial<Pick<Invocation, "options" | "insteadOfMaking" | "signal">> & {
    /** The key to accept the request under, if not the event's own. */
    readonly acceptedAs?: string;
  };
