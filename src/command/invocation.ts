import type { Membership } from "../core/account/membership.ts";
import type { Actor } from "../core/chat/event.ts";
import type { Conversation, MessageRef } from "../core/chat/conversation.ts";
import type { Parent } from "../core/job/job-store.ts";
import type { MediaRequest } from "../core/request/request.ts";
import type { GivenFile } from "./files/files.ts";
import type { OptionValues } from "./parse/parse.ts";
import type { AllowedModels } from "../core/account/policy/allowed-models.ts";
import type { Reply } from "./reply.ts";

/** What someone typed or pressed, parsed but not yet validated. */
export interface Invocation {
  /** Unique on its platform for all time. */
  readonly key: string;
  readonly conversation: Conversation;
  /** A direct message, which has a policy of its own. */
  readonly isDirect?: boolean;
  readonly actor: Actor;
  readonly options: OptionValues;
  readonly attachments: readonly GivenFile[];
  /** The message that holds it, where the platform has one. */
  readonly message: MessageRef | undefined;
  /** The results of ours that the first of the files are. */
  readonly parent: Parent | undefined;
  /** Where it is to be offered only: called with the checked request in place of making it. */
  readonly insteadOfMaking?: InsteadOfMaking | undefined;
  /** Aborted when the requester has stopped listening. */
  readonly signal: AbortSignal;
}

export type InsteadOfMaking = (making: Making, asking: Asking, request: MediaRequest) => Promise<Reply>;

export interface Asking {
  readonly membership: Membership;
  readonly allowedModels: AllowedModels;
  /** The names that the video key lists, where clips are asked for and they can be had. */
  readonly listed: readonly string[] | undefined;
}

/** Where and by whom something is made, and what it replies to. */
export type Making = Pick<Invocation, "key" | "conversation" | "isDirect" | "actor" | "message" | "parent"> &
  Partial<Pick<Invocation, "options" | "insteadOfMaking">>;
