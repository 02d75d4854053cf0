-- What came in and what it asked for are one row: the key of the event stands with the batch. And one check instead of two, of
-- which the other had every request write to its organisation's row.
ALTER TABLE "batches" ADD COLUMN "platform" text;--> statement-breakpoint
ALTER TABLE "batches" ADD COLUMN "event_key" text;--> statement-breakpoint
UPDATE "batches" SET "platform" = i.platform, "event_key" = i.event_key FROM "invocations" i WHERE i.batch_id = batches.id;--> statement-breakpoint
UPDATE "batches" SET "platform" = split_part(conversation, ':', 1), "event_key" = 'batch:' || id WHERE "event_key" IS NULL;--> statement-breakpoint
ALTER TABLE "batches" ALTER COLUMN "platform" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "batches" ALTER COLUMN "event_key" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "batches" ADD CONSTRAINT "batches_platform_event_key_unique" UNIQUE("platform","event_key");--> statement-breakpoint
DROP TABLE "invocations";--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_id_organisation_id_unique" UNIQUE("id","organisation_id");--> statement-breakpoint
ALTER TABLE "batches" ADD CONSTRAINT "batches_account_fk" FOREIGN KEY ("account_id","organisation_id") REFERENCES "public"."accounts"("id","organisation_id") ON DELETE no action ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "batches" DROP CONSTRAINT "batches_organisation_id_organisations_id_fk";--> statement-breakpoint
ALTER TABLE "batches" DROP CONSTRAINT "batches_account_id_accounts_id_fk";
