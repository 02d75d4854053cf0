import { index, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { batchChannel } from "./jobs.ts";

/**
 * Other people's messages that someone wants to edit or animate, kept while the form is open: the form's id has no room for
 * files.
 */
export const targets = pgTable(
  "targets",
  {
    id: uuid("id").primaryKey(),
    conversation: text("conversation").notNull(),
    messageId: text("message_id").notNull(),
    attachments: jsonb("attachments").notNull(),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    /** Who opened the form. Null in rows of older versions. */
    requesterId: text("requester_id"),
  },
  (table) => [
    index("targets_by_age").on(table.createdAt),
    // For processes of older versions, which count by conversation.
    index("targets_of_member").on(table.conversation, table.requesterId, table.createdAt),
    index("targets_of_channel").on(table.requesterId, batchChannel, table.createdAt),
  ],
);
