import { randomUUID } from "node:crypto";
import { combine } from "../../src/core/account/policy/combine.ts";
import type { Policies } from "../../src/core/account/policy/policy-store.ts";
import type { ScopedSettings } from "../../src/core/account/policy/policy.ts";
import { scopesOf } from "../../src/core/account/policy/scope.ts";
import { proposalKey, type Proposal, type Proposals } from "../../src/core/job/proposal.ts";
import type { Approvals } from "../../src/core/delivery/approvals.ts";
import type { Pause, Place, Membership, Memberships } from "../../src/core/account/membership.ts";
import { accountSubject, roleSubject } from "../../src/core/account/policy/subject.ts";
import type { GroupStore } from "../../src/core/account/groups.ts";
import type { Linking } from "../../src/core/account/linking.ts";
import type { PresetStore } from "../../src/core/account/presets.ts";
import type { People } from "../../src/core/account/people.ts";
import type { PriceTable } from "../../src/core/request/prices.ts";
import type { Quotas } from "../../src/core/account/quota/quota.ts";
import type { Usage } from "../../src/core/account/quota/usage.ts";
import type { ActionEvent, Actor, ButtonEvent, CommandEvent, TextEvent } from "../../src/core/chat/event.ts";
import type { Conversation } from "../../src/core/chat/conversation.ts";
import type { CommandContext } from "../../src/command/command.ts";
import type { NotDrawn } from "../../src/media/chart/charts.ts";
import type { Recoveries } from "../../src/core/job/recovery/recoveries.ts";
import type { StoredTarget, ResultStore } from "../../src/core/delivery/result-store.ts";
import type { ResultLink } from "../../src/worker/delivery/result/result-links.ts";
import type { ResultGrant } from "../../src/worker/delivery/result/result-token.ts";
import type { JobService } from "../../src/worker/job-service.ts";
import type { NewRequest } from "../../src/core/job/job-store.ts";
import type { Batch, Job } from "../../src/core/job/job-store.ts";
import { memoryPresets } from "./database/memory-presets.ts";
import { memoryResults, type KnownResults } from "./database/memory-results.ts";

export const GENERAL: Conversation = { platform: "console", workspace: "main", channel: "general" };
export const MAX: Actor = { userId: "member", displayName: "Max", locale: "en", isAdmin: false };
export const ADA: Actor = { userId: "admin", displayName: "Ada", locale: "en", isAdmin: true };

/** The effects of commands, recorded by doubles that decide nothing. */
export interface CommandWorld {
  readonly jobs: JobService;
  readonly results: ResultStore;
  /** Actions requested on batches, as `undo <batch>` and `remove <batch> results`. */
  readonly requestsOfBatches: readonly string[];
  readonly memberships: Memberships;
  readonly groups: GroupStore;
  readonly people: People;
  readonly linking: Linking;
  readonly presets: PresetStore;
  readonly platform: CommandContext["platform"];
  readonly policies: Policies;
  readonly proposals: Proposals;
  readonly approvals: Approvals;
  readonly requests: readonly NewRequest[];
  readonly cancelled: readonly string[];
  /** The platform ids of the people who asked. */
  readonly askers: readonly string[];
  /** Adds a batch to the stores, with the messages that show it, by kind of post. */
  know(batch: Batch, jobs: readonly Job[], shown?: KnownResults): void;
}

export interface CommandWorldOptions {
  /** Whether the gateway can download files from Easel; true by default. */
  readonly canServe?: boolean;
  /** Whether attached files have public addresses; false by default. */
  readonly publicFiles?: boolean;
  readonly forms?: boolean;
  readonly refusedFormsStay?: boolean;
  readonly refusedMessagesReturn?: boolean;
  readonly answersMessagesDirectly?: boolean;
  readonly hearsReplies?: true;
  /** True by default. */
  readonly answersShowFiles?: boolean;
  readonly hasKey?: boolean;
  readonly claimed?: boolean;
  /** The scopes' policy settings. */
  readonly rules?: readonly ScopedSettings[];
  readonly paused?: readonly Pause[];
  readonly cancels?: "cancelled" | "asked" | "too_late";
  /** The clip models that the gateway lists; undefined while unknown. */
  readonly listed?: readonly string[];
  /** Whether results' files are still stored; true by default. */
  readonly keepsFiles?: boolean;
  /** The address of every result's page; none by default. */
  readonly link?: ResultLink;
  /** The result that the address opens. */
  readonly linked?: ResultGrant;
  readonly linking?: Partial<Linking>;
  readonly quotas?: Partial<Quotas>;
  readonly recoveries?: Partial<Recoveries>;
  readonly usage?: Partial<Usage>;
  /** The operator's prices; none by default. */
  readonly prices?: PriceTable;
  /** Why charts are not drawn. By default, they are. */
  readonly notDrawn?: NotDrawn;
  /** Runs while a command waits. */
  readonly whileWaiting?: () => void;
}

export function createCommandWorld(options: CommandWorldOptions = {}): CommandWorld {
  const requests: NewRequest[] = [];
  const cancelled: string[] = [];
  const askers: string[] = [];
  const proposed = new Map<string, Proposal>();
  const known: { batch: Batch; jobs: Job[] }[] = [];
  const shownBy = new Map<string, KnownResults>();
  const targets = new Map<string, StoredTarget>();
  const requested = new Set<string>();
  const elsewhere = (): never => {
    throw new Error("not used in these tests");
  };
  return {
    requests: requests,
    cancelled,
    askers,
    get requestsOfBatches() {
      return [...requested];
    },
    results: memoryResults(known, shownBy, targets, requested),
    know(batch, jobs, shown = {}) {
      known.push({ batch, jobs: [...jobs] });
      shownBy.set(batch.id, shown);
    },
    jobs: {
      accept: async (request) => void requests.push(request),
      async cancel(batchId) {
        cancelled.push(batchId);
        return options.cancels ?? "cancelled";
      },
      batch: async (batchId) => known.findLast((entry) => entry.batch.id === batchId),
      batchOfEvent: async (_platform, eventKey) => known.find(({ batch }) => batch.eventKey === eventKey),
      latest: async (_organisationId, within, limit) =>
        known
          .filter(({ batch }) => {
            if (within.kind === "account") return batch.accountId === within.accountId;
            const { conversation: there } = batch;
            if (there.workspace !== within.conversation.workspace) return false;
            const isHere = there.channel === within.conversation.channel;
            if (within.kind !== "starred") return within.kind === "workspace" || isHere;
            const stars = [...requested].filter((one) => one.startsWith(`star ${batch.id} `));
            return (isHere && stars.length > 0) || stars.includes(`star ${batch.id} ${within.accountId}`);
          })
          .slice(0, limit),
      decide: elsewhere,
      run: elsewhere,
      heard: elsewhere,
      changed: elsewhere,
    },
    groups: {
      list: async () => [],
      create: elsewhere,
      delete: elsewhere,
      add: elsewhere,
      remove: elsewhere,
    },
    linking: { makeCode: elsewhere, redeem: elsewhere, claim: elsewhere, unlink: elsewhere, ...options.linking },
    presets: memoryPresets(),
    people: { accountOf: elsewhere, names: async () => new Map(), userIds: async () => new Map() },
    platform: {
      name: "console",
      capabilities: {
        postOnce: true,
        publicFiles: options.publicFiles ?? false,
        opensLocalLinks: false,
        answersShowFiles: options.answersShowFiles ?? true,
        answersMessagesDirectly: options.answersMessagesDirectly ?? false,
        memberUploads: false,
        adminsAreOperators: false,
        noticeIntervalMs: 0,
        maxFilesPerMessage: 10,
        maxFileBytes: 1_000_000,
        forms: options.forms ?? true,
        ...(options.hearsReplies ? { hearsReplies: true } : {}),
        refusedFormsStay: options.refusedFormsStay ?? true,
        refusedMessagesReturn: options.refusedMessagesReturn ?? false,
        direct: false,
        membersRefuseDirect: false,
      },
      lookUp: async () => undefined,
      linked: async () => ({ kind: "no_message" }),
      linkTo: async ({ conversation, id }) => `https://chat.test/${conversation.channel}/${id}`,
      mayRead: async () => true,
      direct: elsewhere,
    },
    proposals: {
      keep: async (proposal) => void proposed.set(proposal.id, proposal),
      isAsked: async () => false,
      placeOf: async (id) => proposed.get(id)?.conversation,
      async find(_organisationId, accountId, id) {
        const proposal = proposed.get(id);
        const taken = requests.some(({ eventKey }) => eventKey === proposalKey(id));
        return proposal?.accountId === accountId ? { proposal, taken } : undefined;
      },
      decline: async (id) => (proposed.delete(id) ? "declined" : "gone"),
    },
    approvals: {
      // Held batches have an approval.
      async find(batchId) {
        const entry = known.findLast(({ batch }) => batch.id === batchId);
        if (!entry?.jobs.some(({ state }) => state === "held")) return undefined;
        return {
          reasons: ["threshold"],
          conversation: undefined,
          state: "asked",
          decidedBy: undefined,
          why: undefined,
        };
      },
      pending: async () => [],
      placeFor: elsewhere,
      grounds: elsewhere,
      decide: elsewhere,
      end: elsewhere,
      askedIn: elsewhere,
      noteBlocked: elsewhere,
    },
    policies: {
      settings: elsewhere,
      change: elsewhere,
      workspace: elsewhere,
      timeZone: async () => "Europe/Berlin",
      changeWorkspace: elsewhere,
      pauses: elsewhere,
      pause: elsewhere,
      resume: elsewhere,
    },
    memberships: {
      async membershipOf(place) {
        if (options.claimed === false) return undefined;
        askers.push(place.actor.userId);
        return aMembership(place, options);
      },
    },
  };
}

/** Everyone's membership when only these rules exist: the account is named by the user's id, no groups, everyone's keys. */
export function aMembership(
  { conversation, isDirect = false, actor }: Place,
  { rules = [], paused = [], hasKey = true }: Pick<CommandWorldOptions, "rules" | "paused" | "hasKey"> = {},
): Membership {
  const accountId = `account of ${actor.userId}`;
  const key = hasKey ? ({ kind: "organisation", id: "" } as const) : undefined;
  return {
    organisationId: "organisation-1",
    accountId,
    groups: [],
    groupsByRole: false,
    subjects: [accountSubject(accountId), ...(actor.roles ?? []).map((role) => roleSubject(conversation, role))],
    scopes: scopesOf({ conversation, isDirect, accountId, groupIds: [] }),
    policy: combine(rules),
    paused,
    keys: { image: key, video: key },
    keyless: hasKey ? { image: undefined, video: undefined } : { image: "none", video: "none" },
  };
}

export function aText(text: string, changes: Partial<TextEvent> = {}): TextEvent {
  return {
    kind: "text",
    key: randomUUID(),
    conversation: GENERAL,
    actor: MAX,
    message: { conversation: GENERAL, id: "m-1" },
    mentionsUs: true,
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

/** A choice from the menu of a member's message with a picture. */
export function anAction(action: ActionEvent["action"]): ActionEvent {
  const picture = { source: "1", name: "a.png", mimeType: "image/png", bytes: 10 };
  return {
    kind: "action",
    key: randomUUID(),
    conversation: GENERAL,
    actor: MAX,
    action,
    target: { message: { conversation: GENERAL, id: "m" }, attachments: [picture], own: false, complete: true },
  };
}
