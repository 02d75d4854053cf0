CREATE TABLE "usage_start" (
	"id" integer PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "usage_start_one_row" CHECK ("usage_start"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "usage_sums" (
	"organisation_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"grain" text NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"unit" text NOT NULL,
	"channel" text NOT NULL,
	"model" text NOT NULL,
	"shard" integer NOT NULL,
	"net" bigint NOT NULL,
	"jobs" integer NOT NULL,
	CONSTRAINT "usage_sums_pk" PRIMARY KEY("organisation_id","account_id","grain","starts_at","unit","channel","model","shard")
);
--> statement-breakpoint
CREATE INDEX "usage_sums_of_organisation" ON "usage_sums" USING btree ("organisation_id","grain","starts_at");--> statement-breakpoint
-- As the other tables whose rows change often.
ALTER TABLE "usage_sums" SET (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);--> statement-breakpoint
-- A new database has all its usage in the sums. In another one they begin on a day by which the trigger certainly exists.
INSERT INTO "usage_start" ("id", "at")
SELECT 1, CASE WHEN EXISTS (SELECT FROM "organisations") THEN date_bin('1 day', now() + interval '2 days', 'epoch') ELSE '-infinity' END;
