import { randomUUID } from "node:crypto";
import { createIsDoublePress } from "../command/make/double-press.ts";
import { commands } from "../../commands/index.ts";
import { createDispatch } from "../command/dispatch.ts";
import { redoRequest } from "../command/recovery/redo.ts";
import { createReceiveFiles } from "../command/files/files.ts";
import type { Config } from "../config/config.ts";
import type { Handlers } from "../core/chat/event.ts";
import type { Platform } from "../core/chat/platform.ts";
import type { BatchView } from "../core/delivery/delivery-store.ts";
import { createBus } from "../core/job/bus.ts";
import type { Reference } from "../core/request/reference.ts";
import { createFittingStore } from "../db/delivery/fitting-store.ts";
import { createRecoveryStore } from "../db/recovery/recovery-store.ts";
import { createResultStore } from "../db/delivery/result-store.ts";
import { createChatProcessStore } from "../db/processes/chat-process-store.ts";
import { announceCancel, announceProgress, hearNotifications, hearProgress } from "../db/notify.ts";
import { openStoredBody } from "../gateway/http/stored-body.ts";
import { createVideoClient } from "../gateway/video/video-client.ts";
import { createReferenceUrls } from "../media/relay/reference-urls.ts";
import { createDecide } from "../worker/decide.ts";
import { reconcileBatch } from "../worker/delivery/batch-reconciler.ts";
import { showsPreviews } from "../worker/delivery/notice/shows-previews.ts";
import { createPostQueues } from "../worker/delivery/post-queues.ts";
import { createAcknowledged } from "../worker/delivery/notice/acknowledged.ts";
import { createPictureMessage } from "../worker/delivery/result/picture-message.ts";
import { createPlanAttachments } from "../worker/delivery/result/fit-attachments.ts";
import { createJobService } from "../worker/job-service.ts";
import { createProgressBroadcast, readProgress } from "../worker/progress-broadcast.ts";
import { createBackground } from "./background.ts";
import { keepChatBeat } from "./chat-beat.ts";
import type { Context } from "./context/context.ts";
import { createOrganisationList } from "./context/organisations.ts";
import { createDoctor } from "./doctor.ts";
import { canServeFiles } from "./http/addresses.ts";
import type { Served } from "./http/serve.ts";
import { measuredRemote } from "./metrics/gateway.ts";
import { countRefusals } from "./metrics/requests.ts";
import type { OpenedPlatforms } from "./platforms.ts";

/** The job service and the dispatcher. Created stopped. */
export interface Service {
  /** The handlers for a platform's events. */
  handlersFor(platform: Platform): Handlers;
  /** Starts the background work of this process's role. Disposing of the result resolves when all of it has stopped. */
  start(): Promise<AsyncDisposable>;
}

/** Composes the job service and the dispatcher. */
export function createService(
  config: Config,
  context: Context,
  platforms: OpenedPlatforms,
  served: Pick<Served, "relayUrls" | "resultLinks">,
): Service {
  const { db, databaseClock, clock, random, log, kept, gateways, deliveries, jobStore, links } = context;
  const { keys, people, policy, quotas, currentLoop, work, changeBroadcast, replyPriority, meters, tracing } = context;
  const media = kept.store;
  const videoUrl = gateways.video?.baseUrl;
  // The sandbox is free.
  const prices = gateways.sandbox ? undefined : config.prices;
  const canServe = canServeFiles(config, gateways);
  const shared = { clock: databaseClock, random, log, media };
  const referenceUrls = createReferenceUrls({ relay: served.relayUrls, links, clock });
  const progressBroadcast = createProgressBroadcast({ say: (payloads) => announceProgress(db, payloads), clock, log });
  const bus = createBus((progress) => progressBroadcast.send(progress));
  const decide = createDecide({ ...shared, store: jobStore, work, currentLoop });
  const attaching = { ...kept, media, fittings: createFittingStore(db), links: served.resultLinks };
  const pictures = {
    planAttachments: createPlanAttachments(attaching),
    canAnimate: canServe && gateways.video !== undefined,
  };
  const postTurns = createPostQueues();
  const reconciling = {
    ...shared,
    ...pictures,
    store: deliveries,
    approvals: policy.ports.approvals,
    decide,
    previews: {
      wantsPreviews: ({ batch }: BatchView) => showsPreviews(policy.ports.policies, batch),
      thumbnails: kept.thumbnails,
      served: kept.served,
    },
    platformOf({ batch }: BatchView) {
      const platform = platforms.byName.get(batch.conversation.platform);
      return platform && postTurns.of(platform, batch);
    },
  };
  const acknowledged = createAcknowledged({ ...shared, store: deliveries, platforms: platforms.byName });
  const jobs = createJobService({
    ...shared,
    store: jobStore,
    deliveries,
    decide,
    changed: context.changed,
    currentLoop,
    work,
    bus,
    keys: keys.credentials,
    artifacts: kept.artifacts,
    openBody: (body) => openStoredBody(body, media),
    remotes: {
      image: tracing.remote("image", measuredRemote("image", context.images.client, meters)),
      video: tracing.remote("video", measuredRemote("video", createVideoClient({ http: context.http, clock }), meters)),
    },
    baseUrls: () => ({ image: context.images.currentUrl(), video: videoUrl }),
    urlOf: (reference) => referenceUrls.knownUrlOf(reference),
    onRefusal: keys.onRefusal,
    keep: (batchId, until) => reconcileBatch(batchId, reconciling, until),
    sandbox: gateways.sandbox,
    prices,
    alone: config.databaseUrl === undefined,
    announceCancel: (batchId) => announceCancel(db, batchId),
    holdMedia: (hashes) => kept.hold(hashes),
    useMedia: async (hashes) => void (await kept.ledger.use(hashes)),
  });
  const canLoad = (references: readonly Reference[]): Promise<boolean> => referenceUrls.canLoad(references);
  const chatBeat = { store: createChatProcessStore(db), clock, log };
  const background = createBackground(config, context, {
    redo: (item) =>
      redoRequest(item, {
        ...policy.ports,
        prices,
        jobs,
        canLoad,
        acknowledged,
        platformOf: (name) => platforms.byName.get(name),
      }),
    platforms: platforms.all.map(({ platform }) => platform),
    prices,
    chatBeat,
  });
  const dispatching = {
    ...shared,
    jobs,
    recoveries: createRecoveryStore(db),
    prices,
    ...policy.ports,
    ...people.ports,
    ...quotas.ports,
    ...keys.ports,
    doctor: createDoctor({
      ...context,
      config,
      pooler: context.pooler,
      disk: kept.disk,
      storeWatch: kept.watch,
      askStore: kept.ask,
      keyring: keys.ports.keyring,
      quotas: quotas.ports.quotas,
      keys: keys.credentials,
      check: keys.check,
      operatorCode: people.operatorCode,
      secretKey: keys.secretKeys.current,
      listOrganisations: createOrganisationList(context.organisations, keys.secretKeys.current),
      platformStates: platforms.statuses,
    }),
    commands,
    results: createResultStore(db, deliveries),
    acknowledged,
    onRefusal: countRefusals(meters),
    replyPriority,
    resultLinks: served.resultLinks,
    pictureMessage: createPictureMessage({ ...attaching, ...pictures }),
    isDoublePress: createIsDoublePress(clock),
    drawChart: kept.charts.draw,
    canLoad,
    canServe,
  };

  return {
    handlersFor: (platform) =>
      tracing.handlers(
        createDispatch({
          ...dispatching,
          platform,
          receiveFiles: createReceiveFiles(context.intake, { links, media, platform }),
          checkMask: context.intake.checkMask,
        }),
      ),

    async start() {
      await using started = new AsyncDisposableStack();
      const working = new AbortController();
      const running = [
        changeBroadcast.run(working.signal),
        context.gatewayWatch.run(context.http, working.signal),
        kept.look(working.signal),
      ];
      started.defer(async () => {
        working.abort(new Error("stopping"));
        await Promise.all(running);
      });
      if (config.role === "chat") {
        running.push(keepChatBeat(randomUUID(), chatBeat, working.signal));
      } else {
        running.push(jobs.run(working.signal, background), progressBroadcast.run(working.signal));
        started.defer(await hearNotifications(db, jobs.heard));
        const show = (payload: string): void => readProgress(payload).forEach((progress) => bus.heard(progress));
        started.defer(await hearProgress(db, show));
      }
      return started.move();
    },
  };
}
