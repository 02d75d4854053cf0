import { index, integer, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";

const moment = (name: string) => timestamp(name, { withTimezone: true });

/**
 * The holder of a platform connection that only one process may have, by the database's clock. Not a worker's lease, because a
 * process that only accepts requests is no worker.
 */
export const connections = pgTable("connections", {
  name: text("name").primaryKey(),
  holder: uuid("holder").notNull(),
  beat: moment("beat").notNull().defaultNow(),
});

/** Our messages in Discord, stored as intended before they are sent, so that a crash leaves a trace of what to look for. */
export const discordPosts = pgTable(
  "discord_posts",
  {
    /** The post's permanent key. */
    key: text("key").primaryKey(),
    /** The channel or thread that it goes to. */
    channel: text("channel").notNull(),
    /** Digests of the message as Discord returns it; a retry with less content has another. */
    digests: text("digests").array().notNull(),
    tries: integer("tries").notNull().default(1),
    /** Null until Discord has returned it. */
    messageId: text("message_id"),
    createdAt: moment("created_at").notNull().defaultNow(),
  },
  (table) => [index("discord_posts_message").on(table.messageId)],
);

/** An application's registered commands, as a hash of their definitions. */
export const discordRegistrations = pgTable("discord_registrations", {
  application: text("application").primaryKey(),
  hash: text("hash").notNull(),
});

/** Interactions acknowledged before their outcome was known. If their process dies, they still need an answer. */
export const discordPending = pgTable("discord_pending", {
  interaction: text("interaction").primaryKey(),
  channel: text("channel").notNull(),
  locale: text("locale").notNull(),
  /** The process that accepted it, as holder of the connection. */
  holder: uuid("holder"),
  /** The sealed token, if only the person sees the “thinking” message: nothing else leads to it. */
  token: text("token"),
  begunAt: moment("begun_at").notNull().defaultNow(),
});

/** The language of each member's last interaction: messages carry none. */
export const discordLocales = pgTable("discord_locales", {
  userId: text("user_id").primaryKey(),
  locale: text("locale").notNull(),
});
