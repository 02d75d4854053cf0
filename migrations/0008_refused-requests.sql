CREATE TABLE "drafts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"conversation" text NOT NULL,
	"requester_id" text NOT NULL,
	"draft" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "drafts_by_age" ON "drafts" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "drafts_of_member" ON "drafts" USING btree ("conversation","requester_id","created_at");