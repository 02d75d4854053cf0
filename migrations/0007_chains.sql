CREATE TABLE "targets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"conversation" text NOT NULL,
	"message_id" text NOT NULL,
	"attachments" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "batches" ADD COLUMN "parent_id" uuid;--> statement-breakpoint
ALTER TABLE "batches" ADD COLUMN "parent_ordinals" integer[];--> statement-breakpoint
ALTER TABLE "batches" ADD COLUMN "wishes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "batches_of_conversation" ON "batches" USING btree ("conversation","created_at");--> statement-breakpoint
CREATE INDEX "posts_of_message" ON "posts" USING btree ("message_id") WHERE message_id is not null;