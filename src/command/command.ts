import type { AuditLog } from "../core/account/audit-log.ts";
import type { Doctor } from "../core/account/doctor.ts";
import type { ListVideoModels } from "../core/account/policy/model-list.ts";
import type { Keyring } from "../core/account/keys/keyring.ts";
import type { Policies } from "../core/account/policy/policy-store.ts";
import type { Memberships } from "../core/account/membership.ts";
import type { Actor, FieldProblem } from "../core/chat/event.ts";
import type { GroupStore } from "../core/account/groups.ts";
import type { Linking } from "../core/account/linking.ts";
import type { PresetStore } from "../core/account/presets.ts";
import type { People } from "../core/account/people.ts";
import type { Quotas } from "../core/account/quota/quota.ts";
import type { Usage } from "../core/account/quota/usage.ts";
import type { Conversation, MessageRef, PlatformName } from "../core/chat/conversation.ts";
import type { Form } from "../core/chat/form.ts";
import type { Platform } from "../core/chat/platform.ts";
import type { Clock } from "../lib/clock.ts";
import type { Message } from "../core/chat/message.ts";
import type { ResultStore } from "../core/delivery/result-store.ts";
import type { Approvals } from "../core/delivery/approvals.ts";
import type { Proposals } from "../core/job/proposal.ts";
import type { JobService } from "../worker/job-service.ts";
import type { Parent } from "../core/job/job-store.ts";
import type { MediaStore } from "../media/store/media-store.ts";
import type { RequestProblem } from "../core/request/problem.ts";
import type { MediaRequest } from "../core/request/request.ts";
import type { Reference } from "../core/request/reference.ts";
import type { Texts } from "../text/texts.ts";
import type { Asking, Making } from "./make/make.ts";
import type { GivenFile, TakeFiles } from "./files/files.ts";
import type { OptionValues } from "./parse/parse.ts";
import type { Settable } from "./setting/setting.ts";
import type { CommandSpec } from "./parse/spec.ts";

/** A command: what people can type, and what it does. One file each, in `commands/`. */
export interface Command {
  readonly spec: CommandSpec;
  run(invocation: Invocation, context: CommandContext): Promise<Reply>;
  /** What it shows and asks in place of running when it is given nothing to change. */
  readonly setting?: Settable;
}

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
  /** Aborted when whoever asked has stopped listening. */
  readonly signal: AbortSignal;
}

export type InsteadOfMaking = (making: Making, asking: Asking, request: MediaRequest) => Promise<Reply>;

export interface CommandContext {
  readonly jobs: JobService;
  readonly results: ResultStore;
  readonly memberships: Memberships;
  readonly keyring: Keyring;
  readonly groups: GroupStore;
  readonly quotas: Quotas;
  readonly usage: Usage;
  readonly people: People;
  readonly linking: Linking;
  readonly presets: PresetStore;
  /** The platform that it all happens on. */
  readonly platform: Pick<Platform, "name" | "capabilities" | "lookUp" | "direct" | "linked" | "mayRead">;
  readonly audit: AuditLog;
  readonly policies: Policies;
  readonly proposals: Proposals;
  readonly approvals: Approvals;
  readonly doctor: Doctor;
  readonly texts: Texts;
  readonly commands: readonly Command[];
  readonly clock: Clock;
  readonly takeFiles: TakeFiles;
  readonly canShowForms: (platform: PlatformName) => boolean;
  /** Whether the gateway can load these files, from us or from where the platform shows them. */
  readonly canLoad: (references: readonly Reference[]) => Promise<boolean>;
  /** Whether the gateway can load any file from us at all. */
  readonly canServe: boolean;
  readonly media: MediaStore;
  readonly listVideoModels: ListVideoModels;
}

/** It is committed, and what follows goes to the conversation. */
export interface Accepted {
  readonly kind: "accepted";
  /** The key that it was committed under, where that is not the event's own. */
  readonly key?: string;
  /** Replaces the question whose button was pressed. */
  readonly closing?: Message;
}

export type Reply =
  | Accepted
  /** Private reply. `closes`: it replaces the question whose button was pressed. `accepted`: the request is committed. */
  | { readonly kind: "answer"; readonly message: Message; readonly closes?: boolean; readonly accepted?: true }
  /** What is wrong with the request; nothing was sent or spent. */
  | {
      readonly kind: "refused";
      readonly problems: readonly RequestProblem[];
      /** The command that was given so. */
      readonly about?: CommandSpec;
    }
  /** What is wrong with something that is no request: in a form at its fields. Nothing was done. */
  | { readonly kind: "unfit"; readonly problems: readonly FieldProblem[] }
  | { readonly kind: "form"; readonly form: Form };

/** A request that is refused for these reasons. */
export function refuse(problems: readonly RequestProblem[]): Reply {
  return { kind: "refused", problems };
}

/** The same reply; a refusal says which command it is about. */
export function replyOf(reply: Reply, about: CommandSpec): Reply {
  return reply.kind === "refused" ? { about, ...reply } : reply;
}

/** A private answer of text alone. */
export function answer(text: string): Extract<Reply, { kind: "answer" }> {
  return { kind: "answer", message: { text } };
}
