import { boolean, index, integer, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";

const moment = (name: string) => timestamp(name, { withTimezone: true });

/** Messages of ours in Slack: intended before they are sent, so that after a crash it is known what to look for. */
export const slackPosts = pgTable(
  "slack_posts",
  {
    /** Names the post for all time; the message's metadata hold it as well. */
    key: text("key").primaryKey(),
    workspace: text("workspace").notNull(),
    channel: text("channel").notNull(),
    /** The message whose thread it is in. */
    thread: text("thread"),
    /** The message's own id within its channel; null until Slack has told it. */
    ts: text("ts"),
    hasFiles: boolean("has_files").notNull(),
    createdAt: moment("created_at").notNull().defaultNow(),
  },
  (table) => [index("slack_posts_place").on(table.workspace, table.channel, table.ts)],
);

/** The steps of each file on its way into Slack, so that no file is shared twice after a crash. */
export const slackUploads = pgTable(
  "slack_uploads",
  {
    postKey: text("post_key")
      .notNull()
      .references(() => slackPosts.key, { onDelete: "cascade" }),
    ordinal: integer("ordinal").notNull(),
    fileId: text("file_id").notNull(),
    /** begun: it has an id; sent: its bytes are there; completing: it may be shared; shared: people see it. */
    step: text("step").notNull(),
    /** The message that shows it. */
    shareTs: text("share_ts"),
  },
  (table) => [primaryKey({ columns: [table.postKey, table.ordinal] }), index("slack_uploads_share").on(table.shareTs)],
);

/** Events that were taken in, by each name that Slack has for them: it delivers again under new event ids. */
export const slackEvents = pgTable(
  "slack_events",
  {
    key: text("key").primaryKey(),
    /** False while somebody is at it; whoever died over it is overtaken. */
    done: boolean("done").notNull(),
    takenAt: moment("taken_at").notNull().defaultNow(),
  },
  (table) => [index("slack_events_taken").on(table.takenAt)],
);
