CREATE TABLE "recoveries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organisation_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"choice" jsonb NOT NULL,
	"sums" jsonb NOT NULL,
	"locale" text NOT NULL,
	"state" text DEFAULT 'asked' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"confirmed_at" timestamp with time zone,
	"done_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "recovery_items" (
	"recovery_id" uuid NOT NULL,
	"batch_id" uuid NOT NULL,
	"ordinal" integer NOT NULL,
	"job_ids" uuid[] NOT NULL,
	"outcome" text,
	"not_before" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "recovery_items_recovery_id_batch_id_pk" PRIMARY KEY("recovery_id","batch_id")
);
--> statement-breakpoint
ALTER TABLE "recoveries" ADD CONSTRAINT "recoveries_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_items" ADD CONSTRAINT "recovery_items_recovery_id_recoveries_id_fk" FOREIGN KEY ("recovery_id") REFERENCES "public"."recoveries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "recoveries_of_organisation" ON "recoveries" USING btree ("organisation_id","created_at");--> statement-breakpoint
CREATE INDEX "recoveries_running" ON "recoveries" USING btree ("confirmed_at") WHERE state = 'running';--> statement-breakpoint
CREATE INDEX "jobs_failed" ON "jobs" USING btree ("organisation_id","ended_at") WHERE state = 'failed';