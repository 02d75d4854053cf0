import { sql } from "drizzle-orm";
import { bigint, index, integer, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";

const moment = (name: string) => timestamp(name, { withTimezone: true });

/** The media store's contents, by name. */
export const media = pgTable(
  "media",
  {
    hash: text("hash").primaryKey(),
    bytes: bigint("bytes", { mode: "number" }).notNull(),
    createdAt: moment("created_at").notNull().defaultNow(),
    /** By the clock of the process that used it, which is exact enough because retention counts in days. */
    lastUsedAt: moment("last_used_at").notNull(),
    /** Being removed and no longer usable. Never reset: the row is deleted after the content. */
    deletingSince: moment("deleting_since"),
  },
  (table) => [
    index("media_unused")
      .on(table.lastUsedAt)
      .where(sql`deleting_since is null`),
    index("media_deleting")
      .on(table.hash)
      .where(sql`deleting_since is not null`),
  ],
);

/** Smaller versions of contents, for platforms with lower size limits. */
export const fittings = pgTable(
  "fittings",
  {
    /** The hash of the content that was too large. */
    hash: text("hash").notNull(),
    maxBytes: bigint("max_bytes", { mode: "number" }).notNull(),
    /** Null, like all following columns: no version of that size is worth showing. */
    fittedHash: text("fitted_hash"),
    bytes: bigint("bytes", { mode: "number" }),
    mimeType: text("mime_type"),
    width: integer("width"),
    height: integer("height"),
    createdAt: moment("created_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.hash, table.maxBytes] })],
);
