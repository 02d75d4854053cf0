CREATE TABLE "connections" (
	"name" text PRIMARY KEY NOT NULL,
	"holder" uuid NOT NULL,
	"beat" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "discord_pending" (
	"interaction" text PRIMARY KEY NOT NULL,
	"channel" text NOT NULL,
	"locale" text NOT NULL,
	"begun_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "discord_posts" (
	"key" text PRIMARY KEY NOT NULL,
	"channel" text NOT NULL,
	"digests" text[] NOT NULL,
	"tries" integer DEFAULT 1 NOT NULL,
	"message_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "discord_registrations" (
	"application" text PRIMARY KEY NOT NULL,
	"hash" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "invocations" ADD COLUMN "batch_id" uuid;--> statement-breakpoint
CREATE INDEX "discord_posts_message" ON "discord_posts" USING btree ("message_id");