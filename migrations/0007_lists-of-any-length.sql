CREATE INDEX "batches_of_conversation" ON "batches" USING btree ("conversation","closed_at");--> statement-breakpoint
CREATE INDEX "jobs_assumed" ON "jobs" USING btree ("organisation_id","created_at","batch_id") WHERE settlement = 'assumed';--> statement-breakpoint
CREATE INDEX "audit_of_time" ON "audit" USING btree ("organisation_id","at");--> statement-breakpoint
CREATE INDEX "audit_of_name" ON "audit" USING btree ("organisation_id","actor_name","action","id");--> statement-breakpoint
CREATE INDEX "audit_of_account" ON "audit" USING btree ("organisation_id","account_id","action","id");--> statement-breakpoint
CREATE INDEX "audit_of_deleted_group" ON "audit" USING btree ("organisation_id","scope","id") WHERE action = 'group.deleted';