import type { FastifyPluginAsync } from "fastify";
import type { Clock } from "../../clock.ts";
import type { CommandSpec } from "../../command/spec.ts";
import type { Database } from "../../db/connection.ts";
import {
  SLACK_FILE_BYTES,
  SLACK_FILES_PER_MESSAGE,
  SLACK_POST_BURST,
  SLACK_POST_INTERVAL_MS,
  SLACK_TIDY_MS,
} from "../../limits.ts";
import type { Logger } from "../../log.ts";
import type { Platform } from "../platform.ts";
import { createAnswers } from "./answers.ts";
import { createCadence, createPace } from "./cadence.ts";
import { createBoltApp } from "./dispatch-app.ts";
import { createEventStore } from "./event-store.ts";
import { eventsRoute } from "./events-route.ts";
import { openFile } from "./files.ts";
import { createHosts } from "./hosts.ts";
import { checkToken, createIdentity, type SlackIdentity } from "./identity.ts";
import { createIntake } from "./intake.ts";
import { linked } from "./linked.ts";
import { lookUp } from "./look-up.ts";
import { createMembership } from "./membership.ts";
import { createPeople } from "./people.ts";
import { createPostStore } from "./post-store.ts";
import { createPoster } from "./poster.ts";
import { slackLog } from "./slack-log.ts";
import { createSockets } from "./sockets.ts";
import { whyNotHere } from "./taking.ts";
import { createTransfer } from "./transfer.ts";
import { createUserGroups } from "./user-groups.ts";
import { createSlackWeb } from "./web.ts";

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
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Logger;
}

export interface Slack {
  readonly platform: Platform;
  /** Takes Slack's deliveries by HTTP; nothing where they come by sockets. For the public listener. */
  readonly routes: readonly FastifyPluginAsync[];
  /**
   * Asks Slack who we are. Throws a `ConfigError` when the token is wrong; undefined where Slack can't be reached: it is asked
   * again when it is needed.
   */
  check(): Promise<SlackIdentity | undefined>;
  /** What the start says of it. `publicUrl`: where `/slack/events` is listened for here, if at all. */
  label(team: SlackIdentity | undefined, publicUrl: string | undefined): string;
  /** After `platform.stop`, where that was ever started: closes what posting uses. */
  close(): Promise<void>;
}

/** One Slack workspace behind the port. Posting works in any process; `platform.start` begins to take events in. */
export function createSlack(options: SlackOptions): Slack {
  const { token, mode, apiUrl, db, clock, log } = options;
  const logger = slackLog(log);
  const web = createSlackWeb({ token, apiUrl, clock, logger });
  const hosts = createHosts(apiUrl);
  const transfer = createTransfer({ token, hosts });
  const identity = createIdentity(web);
  const groups = createUserGroups({ web, clock, log });
  const people = createPeople({ web, identity, groups, clock });
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
  const receiving = { deliver, clock, log };
  const sockets =
    mode.kind === "socket"
      ? createSockets({ ...receiving, appToken: mode.appToken, apiUrl, logger, random: options.random })
      : undefined;
  const stopping = new AbortController();
  let tidying: Promise<void> | undefined;

  return {
    label(team, publicUrl) {
      const name = team ? `${team.teamName} (${team.teamId})` : "not reached yet, and tried again";
      if (mode.kind === "socket") return `${name}, Socket Mode`;
      return publicUrl === undefined ? name : `${name}, by HTTP at ${publicUrl}/slack/events`;
    },
    check: () => checkToken(identity, log),
    routes: mode.kind === "http" ? [eventsRoute({ ...receiving, signingSecret: mode.signingSecret })] : [],
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
      async start(handlers) {
        intake.open(handlers);
        await sockets?.start();
        tidying = tidyUp();
      },
      async stop() {
        await intake.close();
        stopping.abort(new Error("stopping"));
        await Promise.all([sockets?.stop(), tidying]);
      },
    },
    close: () => transfer.close(),
  };

  /** Events that Slack will not deliver again are forgotten, for as long as we listen. */
  async function tidyUp(): Promise<void> {
    while (!stopping.signal.aborted) {
      await events.forgetOld().catch((error: unknown) => log.warn({ err: error }, "old events were not cleared away"));
      await clock.sleep(SLACK_TIDY_MS, stopping.signal).catch(() => {});
    }
  }
}
