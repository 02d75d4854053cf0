import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { batchChannel } from "./jobs.ts";
import { accounts, organisations } from "./people.ts";

const moment = (name: string) => timestamp(name, { withTimezone: true });
const organisationId = () =>
  uuid("organisation_id")
    .notNull()
    .references(() => organisations.id);

/** Held batches that wait for an admin, the message that asks, and the decision. */
export const approvals = pgTable(
  "approvals",
  {
    batchId: uuid("batch_id").primaryKey(),
    organisationId: organisationId(),
    /** threshold, quota */
    reasons: text("reasons").array().notNull(),
    /** The admin channel, and the message once the question is posted. */
    conversation: text("conversation"),
    messageId: text("message_id"),
    /** asked, approved, declined, ended */
    state: text("state").notNull().default("asked"),
    decidedBy: text("decided_by"),
    decidedAt: moment("decided_at"),
    /** The admin's reason for declining. */
    declinedBecause: text("declined_because"),
    /** Why an admin could not approve it so far, worded for the member. */
    blockedBecause: text("blocked_because"),
    createdAt: moment("created_at").notNull().defaultNow(),
  },
  (table) => [
    index("approvals_open")
      .on(table.createdAt)
      .where(sql`state = 'asked'`),
  ],
);

/** Validated requests that still need their member's yes: to the price, to asking an admin, or to making it at all. */
export const proposals = pgTable(
  "proposals",
  {
    id: uuid("id").primaryKey(),
    organisationId: organisationId(),
    accountId: uuid("account_id")
      .notNull()
      .references(() => accounts.id),
    /** confirm, ask, make */
    kind: text("kind").notNull(),
    conversation: text("conversation").notNull(),
    request: jsonb("request").notNull(),
    requestMessage: text("request_message"),
    parentId: uuid("parent_id"),
    parentOrdinals: integer("parent_ordinals").array(),
    isPrivate: boolean("is_private").notNull().default(false),
    createdAt: moment("created_at").notNull().defaultNow(),
  },
  (table) => [
    index("proposals_by_age").on(table.createdAt),
    // For processes of older versions, which count by conversation.
    index("proposals_of_member").on(table.accountId, table.conversation, table.kind, table.createdAt),
    index("proposals_of_channel").on(table.accountId, batchChannel, table.kind, table.createdAt),
  ],
);

/**
 * Refused requests that their members can change in a form, kept while its button works: the button's id has no room for them.
 */
export const drafts = pgTable(
  "drafts",
  {
    id: uuid("id").primaryKey(),
    conversation: text("conversation").notNull(),
    requesterId: text("requester_id").notNull(),
    draft: jsonb("draft").notNull(),
    createdAt: moment("created_at").notNull().defaultNow(),
  },
  (table) => [
    index("drafts_by_age").on(table.createdAt),
    // For processes of older versions, which count by conversation.
    index("drafts_of_member").on(table.conversation, table.requesterId, table.createdAt),
    index("drafts_of_channel").on(table.requesterId, batchChannel, table.createdAt),
  ],
);
