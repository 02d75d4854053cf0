ALTER TABLE "console_channels" ADD COLUMN "created_by" text;--> statement-breakpoint
ALTER TABLE "console_channels" ADD COLUMN "removed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "console_files" ADD COLUMN "taken_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "console_channels_of_person" ON "console_channels" USING btree ("created_by") WHERE created_by is not null and removed_at is null;--> statement-breakpoint
CREATE INDEX "console_files_unused" ON "console_files" USING btree ("uploaded_by","created_at") WHERE message_id is null and taken_at is null;