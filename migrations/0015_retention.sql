CREATE INDEX "console_files_by_age" ON "console_files" USING btree ("created_at") WHERE message_id is null;--> statement-breakpoint
CREATE INDEX "console_messages_by_age" ON "console_messages" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "batches_by_age" ON "batches" USING btree ("closed_at") WHERE closed_at is not null;--> statement-breakpoint
CREATE INDEX "audit_by_age" ON "audit" USING btree ("at");--> statement-breakpoint
-- Tables from which old rows are deleted, or whose rows change often: see docs/operating.md, "Vacuum".
ALTER TABLE "console_messages" SET (autovacuum_vacuum_scale_factor = 0.02);--> statement-breakpoint
ALTER TABLE "console_files" SET (autovacuum_vacuum_scale_factor = 0.02);--> statement-breakpoint
ALTER TABLE "ledger" SET (autovacuum_vacuum_scale_factor = 0.02);--> statement-breakpoint
ALTER TABLE "audit" SET (autovacuum_vacuum_scale_factor = 0.02);--> statement-breakpoint
ALTER TABLE "media" SET (autovacuum_vacuum_scale_factor = 0.02);--> statement-breakpoint
ALTER TABLE "approvals" SET (autovacuum_vacuum_scale_factor = 0.02);--> statement-breakpoint
ALTER TABLE "discord_posts" SET (autovacuum_vacuum_scale_factor = 0.02);--> statement-breakpoint
ALTER TABLE "slack_posts" SET (autovacuum_vacuum_scale_factor = 0.02);--> statement-breakpoint
ALTER TABLE "slack_uploads" SET (autovacuum_vacuum_scale_factor = 0.02);
