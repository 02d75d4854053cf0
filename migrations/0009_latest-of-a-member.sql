ALTER TABLE "targets" ADD COLUMN "requester_id" text;--> statement-breakpoint
CREATE INDEX "proposals_of_member" ON "proposals" USING btree ("account_id","conversation","kind","created_at");--> statement-breakpoint
CREATE INDEX "targets_by_age" ON "targets" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "targets_of_member" ON "targets" USING btree ("conversation","requester_id","created_at");