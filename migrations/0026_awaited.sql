ALTER TABLE "posts" ADD COLUMN "awaited" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
UPDATE "posts" SET "awaited" = "open"."ids"
FROM (SELECT "batch_id", array_agg("id") AS "ids" FROM "jobs" WHERE "ended_at" IS NULL GROUP BY "batch_id") AS "open"
WHERE "posts"."batch_id" = "open"."batch_id" AND "posts"."kind" = 'result';
