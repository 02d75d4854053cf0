DROP INDEX "jobs_waiting";--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "model" text;--> statement-breakpoint
CREATE INDEX "credentials_of_organisation" ON "credentials" USING btree ("organisation_id") WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX "jobs_waiting" ON "jobs" USING btree ("organisation_id","service","account_id",hash_array_extended(scopes || array[at_once::text, own_keys::text, cost::text, model], 0),"created_at","ordinal") WHERE state = 'waiting';--> statement-breakpoint
-- Waiting jobs need it, because what holds up one job holds up those with the same model.
UPDATE "jobs" SET "model" = "batches"."request" ->> 'model' FROM "batches"
WHERE "batches"."id" = "jobs"."batch_id" AND "jobs"."state" IN ('waiting', 'held');
