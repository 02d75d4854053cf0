CREATE TABLE "slack_steps" (
	"execution_id" text PRIMARY KEY NOT NULL,
	"workspace" text NOT NULL,
	"channel" text NOT NULL,
	"user_id" text,
	"locale" text NOT NULL,
	"keys" text[] DEFAULT '{}' NOT NULL,
	"refusal" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"tried_at" timestamp with time zone,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE INDEX "slack_steps_open" ON "slack_steps" USING btree ("workspace","created_at") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "slack_steps_by_age" ON "slack_steps" USING btree ("workspace","created_at");