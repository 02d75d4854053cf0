CREATE TABLE "console_pins" (
	"message_id" text PRIMARY KEY NOT NULL,
	"channel_id" text NOT NULL,
	"pinned" boolean NOT NULL
);
--> statement-breakpoint
ALTER TABLE "console_pins" ADD CONSTRAINT "console_pins_message_id_console_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."console_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "console_pins_of_channel" ON "console_pins" USING btree ("channel_id") WHERE pinned;