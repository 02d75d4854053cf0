import { sql } from "drizzle-orm";
import { bigint, boolean, check, index, integer, jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";

const moment = (name: string) => timestamp(name, { withTimezone: true });
const count = (name: string) => bigint(name, { mode: "number" });

/**
 * One row: the revision of the newest change in the Console. A change takes the next one in its own transaction and holds
 * the row until it commits, so revisions become visible in their order and a reader never skips one.
 */
export const consoleCounter = pgTable(
  "console_counter",
  {
    id: integer("id").primaryKey(),
    revision: count("revision").notNull(),
  },
  (table) => [check("console_counter_one_row", sql`${table.id} = 1`)],
);

/**
 * Where people talk. The id is the name people see, in lower case. A removed channel keeps its row, so that every page hears of the
 * removal, and what still comes for it has a place.
 */
export const consoleChannels = pgTable(
  "console_channels",
  {
    id: text("id").primaryKey(),
    revision: count("revision").notNull(),
    /** The person who made it; null for Easel's own. */
    createdBy: text("created_by"),
    createdAt: moment("created_at").notNull().defaultNow(),
    removedAt: moment("removed_at"),
  },
  (table) => [
    index("console_channels_of_person")
      .on(table.createdBy)
      .where(sql`created_by is not null and removed_at is null`),
  ],
);

/** Everything said, by people and by Easel. A removed message stays as an empty row, so that others hear of the removal. */
export const consoleMessages = pgTable(
  "console_messages",
  {
    /** A person's message: made by their page, so that sending it again is known. Ours: random. */
    id: text("id").primaryKey(),
    channelId: text("channel_id")
      .notNull()
      .references(() => consoleChannels.id),
    /** A person's id, or `easel`. */
    author: text("author").notNull(),
    /** The one person who sees it; null is everybody. */
    visibleTo: text("visible_to"),
    /** Names a post of ours for all time. */
    postKey: text("post_key").unique(),
    /** The revision it was made with: its place in the channel, which never changes. */
    position: count("position").notNull(),
    /** The revision of its newest change. */
    revision: count("revision").notNull(),
    text: text("text").notNull(),
    replyTo: text("reply_to"),
    /** Files, buttons, progress, footer and mention, as `MessageContent` of the adapter. */
    content: jsonb("content").notNull(),
    removed: boolean("removed").notNull().default(false),
    createdAt: moment("created_at").notNull().defaultNow(),
    editedAt: moment("edited_at"),
  },
  (table) => [
    index("console_messages_history").on(table.channelId, table.position),
    index("console_messages_changes").on(table.revision),
  ],
);

/** Who is logged in, where the Console has a password. The browser alone has the token. */
export const consoleSessions = pgTable(
  "console_sessions",
  {
    /** SHA-256 of the token, in hex. */
    tokenHash: text("token_hash").primaryKey(),
    /** Differs for every password: with another one all sessions end. It tells nothing about the password without `SECRET_KEY`. */
    passwordMark: text("password_mark").notNull(),
    createdAt: moment("created_at").notNull(),
    /** When something was last done in it. */
    seenAt: moment("seen_at").notNull(),
  },
  (table) => [index("console_sessions_seen").on(table.seenAt)],
);

/** Files that can be opened by their unguessable id: what people uploaded and what Easel posted. Bytes are in the media store. */
export const consoleFiles = pgTable(
  "console_files",
  {
    id: text("id").primaryKey(),
    /** The message that shows it; null for an upload whose message has not come yet. */
    messageId: text("message_id").references(() => consoleMessages.id, { onDelete: "cascade" }),
    /** The person who uploaded it; null for Easel's. */
    uploadedBy: text("uploaded_by"),
    hash: text("hash").notNull(),
    name: text("name").notNull(),
    mimeType: text("mime_type").notNull(),
    bytes: count("bytes").notNull(),
    /** When a form that was sent in took an upload; such a file gets no message. */
    takenAt: moment("taken_at"),
    createdAt: moment("created_at").notNull().defaultNow(),
  },
  (table) => [
    index("console_files_of_message").on(table.messageId),
    index("console_files_unused")
      .on(table.uploadedBy, table.createdAt)
      .where(sql`message_id is null and taken_at is null`),
  ],
);
