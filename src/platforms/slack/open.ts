import type { FastifyPluginAsync } from "fastify";
import type { Clock } from "../../lib/clock.ts";
import type { CommandSpec } from "../../command/parse/spec.ts";
import type { Database } from "../../db/connection.ts";
import type { Logger } from "../../lib/log/log.ts";
import { createMemberLimit } from "../../lib/minute-limit.ts";
import { repeat } from "../../lib/repeat.ts";
import { createWakeup } from "../../lib/wakeup.ts";
import { PlatformRefusal } from "../../core/chat/errors.ts";
import { refusedState, type Platform, type PlatformState } from "../../core/chat/platform.ts";
import type { PlatformFacts } from "../entry.ts";
import type { SlackSettings } from "./settings.ts";
import { createAnswers } from "./post/answers.ts";
import { createCadence, createPace } from "./post/cadence.ts";
import { createBoltApp } from "./receive/dispatch-app.ts";
import { createEventStore } from "./store/event-store.ts";
import { eventsRoute } from "./receive/events-route.ts";
import { createDirectChannels } from "./post/direct-channels.ts";
import { createHomeLimits } from "./post/home-limits.ts";
import { createHosts } from "./connect/hosts.ts";
import { createIdentity, type SlackIdentity } from "./connect/identity.ts";
import { createIntake } from "./receive/event-intake.ts";
import { createMembership } from "./people/channel-members.ts";
import { createPeople } from "./people/people.ts";
import { createPostStore } from "./store/post-store.ts";
import { createPoster } from "./post/posting.ts";
import { slackLog } from "./connect/slack-log.ts";
import { createSockets } from "./connect/sockets.ts";
import { createConnectionState, watchSlack, type ConnectionState } from "./connect/connection-state.ts";
import { createSlackPlatform } from "./platform.ts";
import { completeSteps } from "./post/complete-steps.ts";
import { createStepStore } from "./store/step-store.ts";
import { createTransfer } from "./post/transfer.ts";
import { SLACK_PREVIEWS } from "./receive/receive-links.ts";
import { createSignatureFailures } from "./receive/signature-failures.ts";
import { createMayRead } from "./people/visibility.ts";
import { createUserGroups } from "./people/user-groups.ts";
import { createSlackWeb } from "./connect/web-api.ts";

/** `chat.postMessage` allows one message per second and channel: Slack's documentation, "Rate limits". */
const SLACK_POST_INTERVAL_MS = 1_000;
/** Slack allows short bursts above that without naming a number. This lets a notice and its result go out together. */
const SLACK_POST_BURST = 4;
/** How often old events are deleted. */
const SLACK_TIDY_MS = 6 * 3_600_000;

const NOT_ASKED: PlatformState = { kind: "connecting", reason: "Slack has not answered yet" };

export interface SlackOptions extends SlackSettings {
  readonly db: Database;
  readonly commands: readonly CommandSpec[];
  /** The bot's identity. Undefined when Slack could not be asked yet. */
  readonly us: SlackIdentity | undefined;
  readonly onRateLimit?: () => void;
  readonly onReconnect?: () => void;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Logger;
}

export interface Slack {
  readonly platform: Platform;
  /** Routes of the public listener that receive Slack's deliveries over HTTP. Empty in Socket Mode. */
  readonly routes: readonly FastifyPluginAsync[];
  /** Requests to `/slack/events` since the start without a valid signature. */
  readonly unsignedPosts: () => number;
  /** The state of this process's connection to Slack. */
  state(): PlatformState;
  /**
   * Facts for the ready block. `publicUrl` is the address on this machine where `/slack/events` is served, if it is.
   */
  facts(publicUrl: string | undefined): PlatformFacts;
  /** Closes what posting uses. Call it after `platform.stop` if the platform was started. */
  close(): Promise<void>;
}

/** One Slack workspace behind the port. Posting works in any process; `platform.start` begins to receive events. */
export function createSlack(options: SlackOptions): Slack {
  const { token, mode, apiUrl, db, clock, random, log, onRateLimit, onReconnect } = options;
  const logger = slackLog(log);
  const connectionState = createConnectionState();
  const onOutcome: ConnectionState["heard"] = (error) => connectionState.heard(error);
  const web = createSlackWeb({ token, apiUrl, clock, logger, onOutcome, onRateLimit });
  const hosts = createHosts(apiUrl);
  const transfer = createTransfer({ token, hosts });
  const identity = createIdentity(web, options.us);
  const groups = createUserGroups({ web, clock, log });
  const people = createPeople({ web, identity, groups, clock, log });
  const posts = createPostStore(db);
  const events = createEventStore(db);
  const steps = createStepStore(db);
  const stepEnded = createWakeup(clock);
  const intake = createIntake();
  const cadence = createCadence(clock);
  const pace = createPace(clock, SLACK_POST_INTERVAL_MS, SLACK_POST_BURST);
  const directChannelOf = createDirectChannels({ web, clock });
  const poster = createPoster({ web, transfer, store: posts, clock, identity, cadence, pace, directChannelOf });
  const taking = {
    commands: options.commands,
    identity,
    people,
    membership: createMembership(web, clock),
    mayRead: createMayRead({ web, identity, clock }),
    homeLimits: createHomeLimits(clock),
    mayPreview: createMemberLimit(clock, SLACK_PREVIEWS),
    answers: createAnswers({ web, identity, transfer, poster, directChannelOf, posts, clock, log }),
    intake,
    web,
    posts,
    events,
    steps,
    direct: poster.direct,
    stepEnded: () => stepEnded.wake(),
    clock,
    log,
  };
  const deliver = createBoltApp(taking, { token, apiUrl, logger, log });
  const unsigned = createSignatureFailures({ clock, log });
  const receiving = { deliver, clock, log };
  const sockets =
    mode.kind === "socket"
      ? createSockets({ ...receiving, appToken: mode.appToken, apiUrl, logger, random, onReconnect })
      : undefined;
  const stopping = new AbortController();
  let beside: Promise<unknown> | undefined;

  return {
    state,
    facts(publicUrl) {
      const http = publicUrl === undefined ? "over HTTP" : `over HTTP at ${publicUrl}/slack/events`;
      const us = identity.known();
      return {
        account: us && `${us.teamName} (${us.teamId})`,
        how: mode.kind === "socket" ? "Socket Mode" : http,
        invite: undefined,
        state: state(),
      };
    },
    routes: mode.kind === "http" ? [eventsRoute({ ...receiving, unsigned, signingSecret: mode.signingSecret })] : [],
    platform: createSlackPlatform({
      ...taking,
      poster,
      transfer,
      groups,
      cadence,
      async start(handlers) {
        intake.open(handlers);
        await sockets?.start();
        beside = Promise.all([
          tidyUp(),
          watchSlack({ web, identity, connectionState, clock, random, log }, stopping.signal),
          completeSteps({ web, identity, steps, stepEnded, log }, stopping.signal),
        ]);
      },
      async stop() {
        // What arrives until the connections are closed is still handled.
        stopping.abort(new Error("stopping"));
        await Promise.all([sockets?.stop(), beside]);
        await intake.close();
      },
    }),
    unsignedPosts: () => unsigned.total(),
    async close() {
      unsigned.stop();
      await transfer.close();
    },
  };

  function state(): PlatformState {
    const trouble = connectionState.trouble();
    if (trouble instanceof PlatformRefusal) return refusedState(trouble);
    if (trouble) return { kind: "connecting", reason: trouble.message };
    if (!beside) return identity.known() ? { kind: "posting" } : NOT_ASKED;
    if (sockets) return sockets.state();
    return identity.known() ? { kind: "connected" } : NOT_ASKED;
  }

  /** While events are received, deletes those that Slack will not deliver again, and old steps of workflows. */
  async function tidyUp(): Promise<void> {
    const forgetOld = () => Promise.all([events.forgetOld(), steps.forgetOld()]);
    const onError = (error: unknown): void => log.info({ err: error }, "old events could not be deleted");
    await repeat(forgetOld, { pauseMs: SLACK_TIDY_MS, clock, onError }, stopping.signal).catch(() => {});
  }
}
