import { sql } from "drizzle-orm";
import { bigint, index, integer, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";

const moment = (name: string) => timestamp(name, { withTimezone: true });

/** The contents of the media store, by what they are called there. */
export const media = pgTable(
  "media",
  {
    hash: text("hash").primaryKey(),
    bytes: bigint("bytes", { mode: "number" }).notNull(),
    createdAt: moment("created_at").notNull().defaultNow(),
    /** By the clock of whoever needed it: retention counts in days. */
    lastUsedAt: moment("last_used_at").notNull(),
    /** It is being removed, and nobody can need it any more. Never taken back: the row goes when the content is gone. */
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

/** Smaller versions of contents, for platforms that don't take the whole. */
export const fittings = pgTable(
  "fittings",
  {
    /** Of the content that was too large. */
    hash: text("hash").notNull(),
    maxBytes: bigint("max_bytes", { mode: "number" }).notNull(),
    /** Null, as all that follows: no version of that size is worth looking at. */
    fittedHash: text("fitted_hash"),
    bytes: bigint("bytes", { mode: "number" }),
    mimeType: text("mime_type"),
    width: integer("width"),
    height: integer("height"),
    createdAt: moment("created_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.hash, table.maxBytes] })],
);
