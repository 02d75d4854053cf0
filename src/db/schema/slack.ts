import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";

const moment = (name: string) => timestamp(name, { withTimezone: true });

/** Our messages in Slack, stored as intended before they are sent, so that a crash leaves a trace of what to look for. */
export const slackPosts = pgTable(
  "slack_posts",
  {
    /** The post's permanent key; the message's metadata contain it too. */
    key: text("key").primaryKey(),
    workspace: text("workspace").notNull(),
    channel: text("channel").notNull(),
    /** The root message of its thread. */
    thread: text("thread"),
    /** The message's id within its channel; null until Slack has returned it. */
    ts: text("ts"),
    /** False again once the message is deleted. */
    hasFiles: boolean("has_files").notNull(),
    createdAt: moment("created_at").notNull().defaultNow(),
  },
  (table) => [
    index("slack_posts_place").on(table.workspace, table.channel, table.ts),
    index("slack_results_of_thread")
      .on(table.workspace, table.channel, table.thread, table.ts)
      .where(sql`has_files`),
  ],
);

/** The progress of each file into Slack, so that no file is shared twice after a crash. */
export const slackUploads = pgTable(
  "slack_uploads",
  {
    postKey: text("post_key")
      .notNull()
      .references(() => slackPosts.key, { onDelete: "cascade" }),
    ordinal: integer("ordinal").notNull(),
    fileId: text("file_id").notNull(),
    /** begun: has an id; sent: uploaded; completing: may be shared; shared: visible */
    step: text("step").notNull(),
    /** The message that shows it. */
    shareTs: text("share_ts"),
  },
  (table) => [primaryKey({ columns: [table.postKey, table.ordinal] }), index("slack_uploads_share").on(table.shareTs)],
);

/** Handled events, by each name that Slack has for them: it redelivers under new event ids. */
export const slackEvents = pgTable(
  "slack_events",
  {
    key: text("key").primaryKey(),
    /** False while a process handles it. If that process dies, another takes over. */
    done: boolean("done").notNull(),
    takenAt: moment("taken_at").notNull().defaultNow(),
  },
  (table) => [index("slack_events_taken").on(table.takenAt)],
);

/** Workflow steps that requested something, and what Slack knows about their end. */
export const slackSteps = pgTable(
  "slack_steps",
  {
    /** Slack's id of this run of the step. */
    executionId: text("execution_id").primaryKey(),
    workspace: text("workspace").notNull(),
    /** Empty if it was refused before it was read, and once its person is forgotten. */
    channel: text("channel").notNull(),
    /** The person in whose name it asks; null once they are forgotten. */
    userId: text("user_id"),
    locale: text("locale").notNull(),
    /** The event keys under which its request is accepted; empty if nothing was offered. */
    keys: text("keys")
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** Why nothing was offered. */
    refusal: text("refusal"),
    createdAt: moment("created_at").notNull().defaultNow(),
    /** When a process last began to report its end to Slack. */
    triedAt: moment("tried_at"),
    /** When Slack accepted that report. */
    endedAt: moment("ended_at"),
  },
  (table) => [
    index("slack_steps_open")
      .on(table.workspace, table.createdAt)
      .where(sql`ended_at is null`),
    index("slack_steps_by_age").on(table.workspace, table.createdAt),
  ],
);
