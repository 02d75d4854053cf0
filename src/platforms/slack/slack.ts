import type { FastifyPluginAsync } from "fastify";
import type { Clock } from "../../lib/clock.ts";
import type { CommandSpec } from "../../command/parse/spec.ts";
import type { Database } from "../../db/connection.ts";
import type { Logger } from "../../lib/log/log.ts";
import { PlatformRefusal } from "../../core/chat/errors.ts";
import type { Platform, PlatformState } from "../../core/chat/platform.ts";
import { rememberReaders } from "../../core/chat/readers.ts";
import { createAnswers } from "./post/answers.ts";
import { createCadence, createPace } from "./post/cadence.ts";
import { createBoltApp } from "./receive/dispatch-app.ts";
import { createEventStore } from "./receive/event-store.ts";
import { eventsRoute } from "./receive/events-route.ts";
import { openFile } from "./receive/files.ts";
import { createHosts } from "./connect/hosts.ts";
import { createIdentity, type SlackIdentity } from "./connect/identity.ts";
import { createIntake } from "./receive/intake.ts";
import { linked } from "./receive/linked.ts";
import { mayReadChannel } from "./people/visibility.ts";
import { lookUp } from "./people/look-up.ts";
import { createMembership } from "./people/membership.ts";
import { createPeople } from "./people/people.ts";
import { createPostStore } from "./post/post-store.ts";
import { createPoster } from "./post/posting.ts";
import { slackLog } from "./connect/slack-log.ts";
import { createSockets } from "./connect/sockets.ts";
import { createConnectionState, watchSlack } from "./connect/connection-state.ts";
import { whyNotHere } from "./receive/receive.ts";
import { createTransfer } from "./post/transfer.ts";
import { createUnsignedPosts } from "./receive/unsigned-posts.ts";
import { createUserGroups } from "./people/user-groups.ts";
import { createSlackWeb } from "./connect/web.ts";

/** `chat.postMessage` allows one message a second in a channel: Slack's documentation, "Rate limits". */
const SLACK_POST_INTERVAL_MS = 1_000;
/** More than that for a moment is allowed there, without a number: a notice and its result shall not wait for each other. */
const SLACK_POST_BURST = 4;
/** Files of one message: as many as a batch has pictures. */
const SLACK_FILES_PER_MESSAGE = 10;
/** Slack's limit for one file. */
const SLACK_FILE_BYTES = 1024 * 1024 * 1024;
/** How often what is older is cleared away. */
const SLACK_TIDY_MS = 6 * 3_600_000;

const NOT_ASKED: PlatformState = { kind: "connecting", reason: "Slack has not answered yet" };

/** How Slack delivers: by sockets that we open, or by HTTP to `/slack/events`. */
export type SlackMode =
  | { readonly kind: "socket"; readonly appToken: string }
  | { readonly kind: "http"; readonly signingSecret: string };

export interface SlackOptions {
  readonly token: string;
  readonly mode: SlackMode;
  /** With a slash at its end. */
  readonly apiUrl: string;
  readonly db: Database;
  readonly commands: readonly CommandSpec[];
  /** Who we are; undefined where Slack could not be asked yet. */
  readonly us: SlackIdentity | undefined;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Logger;
}

export interface Slack {
  readonly platform: Platform;
  /** Takes Slack's deliveries by HTTP; nothing where they come by sockets. For the public listener. */
  readonly routes: readonly FastifyPluginAsync[];
  /** Requests to `/slack/events` since the start that Slack did not sign. */
  readonly unsignedPosts: () => number;
  /** How this process stands with Slack. */
  state(): PlatformState;
  /** What the start says of it. `publicUrl`: where `/slack/events` is listened for here, if at all. */
  facts(publicUrl: string | undefined): {
    /** The workspace; undefined while Slack has not told. */
    readonly team: string | undefined;
    readonly how: string;
    readonly state: PlatformState;
  };
  /** After `platform.stop`, where that was ever started: closes what posting uses. */
  close(): Promise<void>;
}

/** One Slack workspace behind the port. Posting works in any process; `platform.start` begins to take events in. */
export function createSlack(options: SlackOptions): Slack {
  const { token, mode, apiUrl, db, clock, random, log } = options;
  const logger = slackLog(log);
  const connectionState = createConnectionState();
  const web = createSlackWeb({ token, apiUrl, clock, logger, onOutcome: (error) => connectionState.heard(error) });
  const hosts = createHosts(apiUrl);
  const transfer = createTransfer({ token, hosts });
  const identity = createIdentity(web, options.us);
  const groups = createUserGroups({ web, clock, log });
  const people = createPeople({ web, identity, groups, clock, log });
  const posts = createPostStore(db);
  const events = createEventStore(db);
  const intake = createIntake();
  const cadence = createCadence(clock);
  const pace = createPace(clock, SLACK_POST_INTERVAL_MS, SLACK_POST_BURST);
  const poster = createPoster({ web, transfer, store: posts, clock, identity, cadence, pace });
  const taking = {
    commands: options.commands,
    identity,
    people,
    membership: createMembership(web, clock),
    answers: createAnswers({ web, transfer, poster, clock, log }),
    intake,
    web,
    posts,
    events,
    clock,
    log,
  };
  const deliver = createBoltApp(taking, { token, apiUrl, logger, log });
  const unsigned = createUnsignedPosts({ clock, log });
  const receiving = { deliver, clock, log };
  const sockets =
    mode.kind === "socket"
      ? createSockets({ ...receiving, appToken: mode.appToken, apiUrl, logger, random })
      : undefined;
  const stopping = new AbortController();
  let beside: Promise<unknown> | undefined;

  return {
    state,
    facts(publicUrl) {
      const http = publicUrl === undefined ? "by HTTP" : `by HTTP at ${publicUrl}/slack/events`;
      const us = identity.known();
      return {
        team: us && `${us.teamName} (${us.teamId})`,
        how: mode.kind === "socket" ? "Socket Mode" : http,
        state: state(),
      };
    },
    routes: mode.kind === "http" ? [eventsRoute({ ...receiving, unsigned, signingSecret: mode.signingSecret })] : [],
    platform: {
      name: "slack",
      capabilities: {
        postOnce: false,
        get noticeIntervalMs() {
          return cadence.intervalMs();
        },
        maxFilesPerMessage: SLACK_FILES_PER_MESSAGE,
        maxFileBytes: SLACK_FILE_BYTES,
        problemsIn: async (conversation, locale) => {
          const why = await whyNotHere(conversation, { locale }, taking);
          return why === undefined ? [] : [why];
        },
        forms: true,
        direct: true,
      },
      ...poster,
      openAttachment: (attachment, signal) => openFile(attachment, { web, transfer }, signal),
      lookUp: (conversation, kind, given) => lookUp({ web, identity, people, groups }, conversation, kind, given),
      linked: (link, by, signal) => linked(taking, link, by, signal),
      // Threads are for everyone in their channel.
      mayRead: rememberReaders(clock, ({ channel }, userId, signal) => mayReadChannel(channel, userId, taking, signal)),
      async start(handlers) {
        intake.open(handlers);
        await sockets?.start();
        beside = Promise.all([tidyUp(), watchSlack({ web, connectionState, clock, random, log }, stopping.signal)]);
      },
      async stop() {
        await intake.close();
        stopping.abort(new Error("stopping"));
        await Promise.all([sockets?.stop(), beside]);
      },
    },
    unsignedPosts: () => unsigned.total(),
    async close() {
      unsigned.stop();
      await transfer.close();
    },
  };

  function state(): PlatformState {
    const trouble = connectionState.trouble();
    if (trouble instanceof PlatformRefusal) return { kind: "refused", why: trouble.why, reason: trouble.message };
    if (trouble) return { kind: "connecting", reason: trouble.message };
    if (!beside) return identity.known() ? { kind: "posting" } : NOT_ASKED;
    if (sockets) return sockets.state();
    return identity.known() ? { kind: "connected" } : NOT_ASKED;
  }

  /** Events that Slack will not deliver again are forgotten, for as long as we listen. */
  async function tidyUp(): Promise<void> {
    while (!stopping.signal.aborted) {
      await events.forgetOld().catch((error: unknown) => log.warn({ err: error }, "old events were not cleared away"));
      await clock.sleep(SLACK_TIDY_MS, stopping.signal).catch(() => {});
    }
  }
}
