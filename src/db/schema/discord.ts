import { index, integer, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";

const moment = (name: string) => timestamp(name, { withTimezone: true });

/**
 * Who holds a platform connection that only one process may have, by the database's clock. It is no worker's lease: a process
 * that only takes requests in is no worker.
 */
export const connections = pgTable("connections", {
  name: text("name").primaryKey(),
  holder: uuid("holder").notNull(),
  beat: moment("beat").notNull().defaultNow(),
});

/** Messages of ours in Discord: intended before they are sent, so that after a crash it is known what to look for. */
export const discordPosts = pgTable(
  "discord_posts",
  {
    /** Names the post for all time. */
    key: text("key").primaryKey(),
    /** The channel or thread that it goes to. */
    channel: text("channel").notNull(),
    /** What the message looks like, as far as Discord gives that back: a try with less in it looks otherwise. */
    digests: text("digests").array().notNull(),
    tries: integer("tries").notNull().default(1),
    /** Null until Discord has told it. */
    messageId: text("message_id"),
    createdAt: moment("created_at").notNull().defaultNow(),
  },
  (table) => [index("discord_posts_message").on(table.messageId)],
);

/** The commands that an application has registered, as a hash of their definitions. */
export const discordRegistrations = pgTable("discord_registrations", {
  application: text("application").primaryKey(),
  hash: text("hash").notNull(),
});

/** Interactions that were acknowledged before their outcome was known: a process that died over one owes an answer. */
export const discordPending = pgTable("discord_pending", {
  interaction: text("interaction").primaryKey(),
  channel: text("channel").notNull(),
  locale: text("locale").notNull(),
  /** The process that took it in, as it holds the connection. */
  holder: uuid("holder"),
  /** Its token, sealed, where only the person themselves is shown that Easel is thinking: nothing else leads to that message. */
  token: text("token"),
  begunAt: moment("begun_at").notNull().defaultNow(),
});
