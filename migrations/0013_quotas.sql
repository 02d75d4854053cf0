CREATE TABLE "quota_warnings" (
	"organisation_id" uuid NOT NULL,
	"scope" text NOT NULL,
	"unit" text NOT NULL,
	"span" text NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"percent" smallint NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"batch_id" uuid NOT NULL,
	"used" bigint NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "quota_warnings_organisation_id_scope_unit_span_starts_at_percent_pk" PRIMARY KEY("organisation_id","scope","unit","span","starts_at","percent")
);
--> statement-breakpoint
ALTER TABLE "reservations" DISABLE ROW LEVEL SECURITY;--> statement-breakpoint
DROP TABLE "reservations" CASCADE;--> statement-breakpoint
ALTER TABLE "ledger" DROP CONSTRAINT "ledger_job_id_entry_unique";--> statement-breakpoint
DROP INDEX "ledger_of_account";--> statement-breakpoint
DROP INDEX "ledger_of_organisation";--> statement-breakpoint
ALTER TABLE "ledger" DROP COLUMN "id";--> statement-breakpoint
ALTER TABLE "ledger" ADD CONSTRAINT "ledger_job_id_entry_pk" PRIMARY KEY("job_id","entry");--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "own_keys" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "quota_warnings" ADD CONSTRAINT "quota_warnings_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "quota_warnings_of_batch" ON "quota_warnings" USING btree ("batch_id");--> statement-breakpoint
CREATE INDEX "jobs_under_way" ON "jobs" USING btree ("organisation_id","account_id","service") WHERE state in ('submitting', 'running', 'unknown');--> statement-breakpoint
CREATE INDEX "quotas_of_keys" ON "quotas" USING btree ("organisation_id","scope") WHERE scope like 'key:%';--> statement-breakpoint
CREATE INDEX "ledger_of_account" ON "ledger" USING btree ("organisation_id","account_id","counts_at") WHERE net <> 0;--> statement-breakpoint
CREATE INDEX "ledger_of_organisation" ON "ledger" USING btree ("organisation_id","counts_at") WHERE net <> 0;
