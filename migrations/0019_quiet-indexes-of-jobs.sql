ALTER TABLE "jobs" ADD COLUMN "indexed_as" text;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "failed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "slot_id" bigint;--> statement-breakpoint
ALTER TABLE "slots" ADD COLUMN "id" bigint NOT NULL GENERATED ALWAYS AS IDENTITY (sequence name "slots_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1);--> statement-breakpoint
-- While the indexes of the states still exist.
UPDATE "jobs" SET "indexed_as" = CASE WHEN "state" IN ('waiting', 'held', 'unknown') THEN "state" ELSE 'assumed' END
WHERE "state" IN ('waiting', 'held', 'unknown') OR "settlement" = 'assumed';--> statement-breakpoint
-- Nothing looks further back.
UPDATE "jobs" SET "failed_at" = "ended_at" WHERE "state" = 'failed' AND "ended_at" > now() - interval '8 days';--> statement-breakpoint
UPDATE "jobs" SET "slot_id" = "slots"."id" FROM "slots" WHERE "slots"."job_id" = "jobs"."id";--> statement-breakpoint
-- Room on the page for one more version of each job, which a HOT update needs.
ALTER TABLE "jobs" SET (fillfactor = 50);--> statement-breakpoint
ALTER TABLE "slots" DROP CONSTRAINT "slots_job_id_unique";--> statement-breakpoint
DROP INDEX "jobs_waiting";--> statement-breakpoint
DROP INDEX "jobs_under_way";--> statement-breakpoint
DROP INDEX "jobs_held";--> statement-breakpoint
DROP INDEX "jobs_unknown";--> statement-breakpoint
DROP INDEX "jobs_assumed";--> statement-breakpoint
DROP INDEX "jobs_failed";--> statement-breakpoint
DROP INDEX "jobs_to_cancel";--> statement-breakpoint
CREATE INDEX "jobs_waiting" ON "jobs" USING btree ("organisation_id","service","account_id",hash_array_extended(scopes || array[at_once::text, own_keys::text, cost::text, model], 0),"created_at","ordinal") WHERE indexed_as = 'waiting';--> statement-breakpoint
CREATE INDEX "jobs_under_way" ON "jobs" USING btree ("organisation_id","account_id","service") WHERE worker_id is not null or indexed_as = 'unknown';--> statement-breakpoint
CREATE INDEX "jobs_held" ON "jobs" USING btree ("organisation_id","account_id","waiting_since") WHERE indexed_as = 'held';--> statement-breakpoint
CREATE INDEX "jobs_unknown" ON "jobs" USING btree ("submitted_at") WHERE indexed_as = 'unknown';--> statement-breakpoint
CREATE INDEX "jobs_assumed" ON "jobs" USING btree ("organisation_id","created_at","batch_id") WHERE indexed_as = 'assumed';--> statement-breakpoint
CREATE INDEX "jobs_failed" ON "jobs" USING btree ("organisation_id","failed_at") WHERE failed_at is not null;--> statement-breakpoint
CREATE INDEX "jobs_to_cancel" ON "jobs" USING btree ("worker_id") WHERE cancel_requested_at is not null and (worker_id is not null or indexed_as = 'waiting');--> statement-breakpoint
ALTER TABLE "slots" ADD CONSTRAINT "slots_id_unique" UNIQUE("id");