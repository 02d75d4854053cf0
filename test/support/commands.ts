import { randomUUID } from "node:crypto";
import type { AccountStore, Identity } from "../../src/account/store.ts";
import type { Actor, ButtonEvent, CommandEvent, FieldProblem, Responder, TextEvent } from "../../src/chat/event.ts";
import type { Form } from "../../src/chat/form.ts";
import type { Conversation } from "../../src/chat/conversation.ts";
import type { Message } from "../../src/chat/message.ts";
import type { JobService } from "../../src/job/service.ts";
import type { Wish } from "../../src/job/store.ts";
import type { Batch, Job } from "../../src/job/store.ts";

export const GENERAL: Conversation = { platform: "console", workspace: "main", channel: "general" };
export const MAX: Actor = { userId: "member", displayName: "Max", locale: "en", isAdmin: false };
export const ADA: Actor = { userId: "admin", displayName: "Ada", locale: "en", isAdmin: true };

/** What the commands did, with doubles behind them that remember and decide nothing. */
export interface CommandWorld {
  readonly jobs: JobService;
  readonly accounts: AccountStore;
  readonly wishes: readonly Wish[];
  readonly cancelled: readonly string[];
  readonly identities: readonly Identity[];
  /** Lets the job service know a batch. */
  know(batch: Batch, jobs: readonly Job[]): void;
}

export interface CommandWorldOptions {
  readonly hasKey?: boolean;
  readonly claimed?: boolean;
  readonly cancels?: "cancelled" | "asked" | "too_late";
}

export function createCommandWorld(options: CommandWorldOptions = {}): CommandWorld {
  const wishes: Wish[] = [];
  const cancelled: string[] = [];
  const identities: Identity[] = [];
  const known: { batch: Batch; jobs: Job[] }[] = [];
  const elsewhere = (): never => {
    throw new Error("no part of these tests");
  };
  return {
    wishes,
    cancelled,
    identities,
    know: (batch, jobs) => void known.push({ batch, jobs: [...jobs] }),
    jobs: {
      accept: async (wish) => void wishes.push(wish),
      async cancel(batchId) {
        cancelled.push(batchId);
        return options.cancels ?? "cancelled";
      },
      batch: async (batchId) => known.find((entry) => entry.batch.id === batchId),
      latest: async (accountId, limit) => known.filter((entry) => entry.batch.accountId === accountId).slice(0, limit),
      decide: elsewhere,
      run: elsewhere,
      heard: elsewhere,
      changed: elsewhere,
    },
    accounts: {
      organisationOf: async () => (options.claimed === false ? undefined : "organisation-1"),
      hasCredential: async () => options.hasKey ?? true,
      async accountOf(_organisationId, identity) {
        identities.push(identity);
        return `account of ${identity.userId}`;
      },
      claimForFirst: elsewhere,
      enterCredential: elsewhere,
      setAsideOthers: elsewhere,
      hasFreshCredential: elsewhere,
      credentialsFor: elsewhere,
      sealedSecret: elsewhere,
      markInvalid: elsewhere,
      rest: elsewhere,
    },
  };
}

/** Keeps what a platform was told. */
export interface KeptResponder extends Responder {
  readonly answers: readonly Message[];
  readonly forms: readonly Form[];
  /** What was wrong in the forms that were sent. */
  readonly problems: readonly FieldProblem[];
  acknowledged(): number;
}

export function createKeptResponder(): KeptResponder {
  const answers: Message[] = [];
  const forms: Form[] = [];
  const problems: FieldProblem[] = [];
  let acknowledged = 0;
  return {
    answers,
    forms,
    problems,
    acknowledged: () => acknowledged,
    async acknowledge() {
      acknowledged++;
      return undefined;
    },
    answer: async (message) => void answers.push(message),
    openForm: async (form) => void forms.push(form),
    refuseForm: async (found) => void problems.push(...found),
  };
}

export function aText(text: string, changes: Partial<TextEvent> = {}): TextEvent {
  return {
    kind: "text",
    key: randomUUID(),
    conversation: GENERAL,
    actor: MAX,
    message: { conversation: GENERAL, id: "m-1" },
    text,
    attachments: [],
    ...changes,
  };
}

export function aCommand(command: string, options: CommandEvent["options"], actor = MAX): CommandEvent {
  return { kind: "command", key: randomUUID(), conversation: GENERAL, actor, command, options, attachments: [] };
}

export function aPress(button: string, changes: Partial<ButtonEvent> = {}): ButtonEvent {
  return {
    kind: "button",
    key: randomUUID(),
    conversation: GENERAL,
    actor: MAX,
    button,
    message: { conversation: GENERAL, id: "m-2" },
    ...changes,
  };
}
