DROP INDEX "batches_of_conversation";--> statement-breakpoint
CREATE INDEX "batches_open_of_account" ON "batches" USING btree ("account_id","created_at") WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX "batches_of_request" ON "batches" USING btree ("conversation","request_message");--> statement-breakpoint
CREATE INDEX "batches_of_workspace" ON "batches" USING btree ((split_part(conversation, ':', 1) || ':' || split_part(conversation, ':', 2)),"created_at");--> statement-breakpoint
CREATE INDEX "batches_of_channel" ON "batches" USING btree ((split_part(conversation, ':', 1) || ':' || split_part(conversation, ':', 2) || ':' || split_part(conversation, ':', 3)),"created_at");