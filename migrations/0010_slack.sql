CREATE TABLE "slack_events" (
	"key" text PRIMARY KEY NOT NULL,
	"done" boolean NOT NULL,
	"taken_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "slack_posts" (
	"key" text PRIMARY KEY NOT NULL,
	"workspace" text NOT NULL,
	"channel" text NOT NULL,
	"thread" text,
	"ts" text,
	"has_files" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "slack_uploads" (
	"post_key" text NOT NULL,
	"ordinal" integer NOT NULL,
	"file_id" text NOT NULL,
	"step" text NOT NULL,
	"share_ts" text,
	CONSTRAINT "slack_uploads_post_key_ordinal_pk" PRIMARY KEY("post_key","ordinal")
);
--> statement-breakpoint
ALTER TABLE "slack_uploads" ADD CONSTRAINT "slack_uploads_post_key_slack_posts_key_fk" FOREIGN KEY ("post_key") REFERENCES "public"."slack_posts"("key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "slack_events_taken" ON "slack_events" USING btree ("taken_at");--> statement-breakpoint
CREATE INDEX "slack_posts_place" ON "slack_posts" USING btree ("workspace","channel","ts");--> statement-breakpoint
CREATE INDEX "slack_uploads_share" ON "slack_uploads" USING btree ("share_ts");