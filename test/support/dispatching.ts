import type { Quotas } from "../../src/core/account/quota/quota.ts";
import { pino } from "pino";
import { systemClock } from "../../src/lib/clock.ts";
import { commands } from "../../commands/index.ts";
import type { Keyring } from "../../src/core/account/keys/keyring.ts";
import type { ChatEvent } from "../../src/core/chat/event.ts";
import { viewTexts } from "../../src/core/chat/message.ts";
import type { GivenFile } from "../../src/core/chat/given-file.ts";
import { kindOf } from "../../src/core/request/reference.ts";
import type { ReceivedFile } from "../../src/command/files/files.ts";
import { createDispatch, type DispatchContext } from "../../src/command/dispatch.ts";
import { createIsDoublePress } from "../../src/command/make/double-press.ts";
import type { JobService } from "../../src/worker/job-service.ts";
import { createReplyPriority } from "../../src/lib/reply-priority.ts";
import { createManualClock } from "./manual-clock.ts";
import { createCommandWorld, type CommandWorldOptions } from "./commands.ts";
import type { ChartPicture } from "../../src/media/chart/chart-picture.ts";
import { createPictureMessage } from "../../src/worker/delivery/result/picture-message.ts";
import { createKeptResponder } from "./kept-responder.ts";
import { asMade } from "./media/attachment-plan.ts";

/** A file as if its bytes had been checked. */
function taken({ name, mimeType, bytes, source, option, kind: expected }: GivenFile): ReceivedFile {
  const kind = expected ?? kindOf(mimeType) ?? "image";
  return {
    option,
    reference: { kind, hash: source, mimeType, name, bytes, ...(kind === "video" ? { seconds: 2 } : {}) },
  };
}

const elsewhere = (): never => {
  throw new Error("not used in these tests");
};

/** A keyring without keys. */
export const noKeys: Keyring = {
  list: async () => [],
  owners: async () => ({ groups: [], accounts: [] }),
  add: elsewhere,
  check: elsewhere,
  assign: elsewhere,
  free: elsewhere,
  disable: elsewhere,
  enable: elsewhere,
  remove: elsewhere,
  usedFor: async () => [{ name: "team", masked: "sk-…abcd", ordinals: [1] }],
  tierFor: async () => undefined,
};

const noQuotas: Quotas = {
  state: async () => [],
  set: elsewhere,
  clear: elsewhere,
  grant: elsewhere,
  refundable: async () => [],
  refund: elsewhere,
};

/** The dispatcher with every command, on doubles. `around`: doubles that replace the usual ones. */
export function setUpDispatch(
  options: CommandWorldOptions = {},
  jobs: Partial<JobService> = {},
  offered = commands,
  around: Partial<DispatchContext> = {},
) {
  const world = createCommandWorld(options);
  // A manual clock, so that waits never time out, however long a test takes.
  const replyPriority = createReplyPriority(createManualClock());
  const pressClock = createManualClock();
  const responder = createKeptResponder();
  /** The keys for which an acknowledgement's outcome was recorded. */
  const acknowledged: string[] = [];
  /** The rules of each refusal. */
  const refusals: string[][] = [];
  /** The charts that were drawn. */
  const charts: ChartPicture[] = [];
  let sleptMs = 0;
  const sleep = async (ms: number): Promise<void> => {
    sleptMs += ms;
    options.whileWaiting?.();
  };
  const dispatch = createDispatch({
    jobs: { ...world.jobs, ...jobs },
    memberships: world.memberships,
    keyring: noKeys,
    groups: world.groups,
    people: world.people,
    linking: world.linking,
    presets: world.presets,
    quotas: { ...noQuotas, ...options.quotas },
    recoveries: {
      failures: async () => ({ requests: [], open: 0, isCut: false }),
      ask: elsewhere,
      confirm: elsewhere,
      latest: async () => [],
      ...options.recoveries,
    },
    prices: options.prices,
    usage: {
      own: async () => [],
      ownSpent: async () => new Map(),
      month: async () => [],
      monthOf: async () => undefined,
      shares: async () => [],
      days: async () => [],
      ...options.usage,
    },
    platform: world.platform,
    doctor: { examine: async () => [], channelsInUse: async () => [] },
    forgetting: { forget: elsewhere },
    personal: {
      accountOf: elsewhere,
      beginExport: elsewhere,
      cancelExport: elsewhere,
      profile: elsewhere,
      history: elsewhere,
    },
    audit: { recent: async () => [], formerNames: async () => new Map() },
    policies: world.policies,
    proposals: world.proposals,
    approvals: world.approvals,
    clock: { ...systemClock, elapsed: () => systemClock.elapsed() + sleptMs, sleep },
    commands: offered,
    receiveFiles: async (files) => ({ ok: true, value: files.map(taken) }),
    checkMask: async () => [],
    results: world.results,
    pictureMessage: createPictureMessage({
      media: { open: elsewhere, put: elsewhere, size: async () => (options.keepsFiles === false ? undefined : 1) },
      ledger: { use: async () => [] },
      links: { linkTo: () => options.link },
      planAttachments: async (view, kind) => asMade(view, kind),
      canAnimate: options.canServe ?? true,
    }),
    drawChart: async (picture) => {
      charts.push(picture);
      return options.notDrawn ?? { bytes: Buffer.from("a chart"), width: 1_000, height: 600 };
    },
    isDoublePress: createIsDoublePress(pressClock),
    canLoad: async (references) => references.length === 0,
    canServe: options.canServe ?? true,
    listVideoModels: async () => options.listed,
    acknowledged: async (_platform, eventKey) => void acknowledged.push(eventKey),
    onRefusal: (_platform, rules) => void refusals.push([...rules]),
    replyPriority,
    resultLinks: { read: (url) => (url === options.link?.url ? options.linked : undefined) },
    log: pino({ level: "silent" }),
    ...around,
  });
  const send = (event: ChatEvent): Promise<void> => dispatch.event(event, responder);
  const said = (): string => responder.answers.map(viewTexts).join("\n");
  return {
    world,
    responder,
    acknowledged,
    refusals,
    charts,
    send,
    said,
    /** Lets time pass between two presses. */
    pass: (ms: number): void => pressClock.advance(ms),
    replyPriority,
    suggest: dispatch.suggest,
    reform: dispatch.reform,
    preview: dispatch.preview,
    models: dispatch.models,
    cost: dispatch.cost,
  };
}
