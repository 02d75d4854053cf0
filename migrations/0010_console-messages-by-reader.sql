DROP INDEX "console_messages_changes";--> statement-breakpoint
CREATE INDEX "console_messages_shown" ON "console_messages" USING btree ("channel_id","visible_to","position") WHERE not removed;--> statement-breakpoint
CREATE INDEX "console_messages_changes" ON "console_messages" USING btree ("visible_to","revision");