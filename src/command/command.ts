import type { AccountStore } from "../account/store.ts";
import type { Actor } from "../chat/event.ts";
import type { Conversation, MessageRef } from "../chat/conversation.ts";
import type { Message } from "../chat/message.ts";
import type { JobService } from "../job/service.ts";
import type { MediaStore } from "../media/store.ts";
import type { Reference } from "../request/reference.ts";
import type { Texts } from "../text/texts.ts";
import type { GivenFile, TakeFiles } from "./files.ts";
import type { OptionValues } from "./parse.ts";
import type { CommandSpec } from "./spec.ts";

/** A command: what people can type, and what it does. One file each, in `commands/`. */
export interface Command {
  readonly spec: CommandSpec;
  run(invocation: Invocation, context: CommandContext): Promise<Reply>;
}

/** What someone typed or pressed, parsed but not yet validated. */
export interface Invocation {
  /** Unique on its platform for all time. */
  readonly key: string;
  readonly conversation: Conversation;
  readonly actor: Actor;
  readonly options: OptionValues;
  readonly attachments: readonly GivenFile[];
  /** The message that holds it, where the platform has one. */
  readonly message: MessageRef | undefined;
  /** Aborted when whoever asked has stopped listening. */
  readonly signal: AbortSignal;
}

export interface CommandContext {
  readonly jobs: JobService;
  readonly accounts: AccountStore;
  readonly texts: Texts;
  readonly commands: readonly Command[];
  readonly takeFiles: TakeFiles;
  /** Whether the gateway can load these files, from us or from where the platform shows them. */
  readonly canLoad: (references: readonly Reference[]) => Promise<boolean>;
  readonly media: MediaStore;
  /** The names that the organisation's key lists at the video service; undefined while they can't be had. */
  readonly listVideoModels: (organisationId: string, signal: AbortSignal) => Promise<readonly string[] | undefined>;
}

/** `accepted`: it is committed, and what follows goes to the conversation. `answer`: a word to the actor alone. */
export type Reply = { readonly kind: "accepted" } | { readonly kind: "answer"; readonly message: Message };

/** A private answer of text alone. */
export function answer(text: string): Reply {
  return { kind: "answer", message: { text } };
}
