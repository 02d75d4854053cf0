DROP INDEX "ledger_of_account";--> statement-breakpoint
DROP INDEX "ledger_of_organisation";--> statement-breakpoint
ALTER TABLE "quota_warnings" ADD COLUMN "told" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "ledger_assumed" ON "ledger" USING btree ("organisation_id","batch_id") WHERE entry = 'assumed';--> statement-breakpoint
CREATE INDEX "quota_warnings_untold" ON "quota_warnings" USING btree ("organisation_id") WHERE not told;--> statement-breakpoint
CREATE INDEX "ledger_of_account" ON "ledger" USING btree ("organisation_id","account_id","counts_at","unit","net") WHERE net <> 0;--> statement-breakpoint
CREATE INDEX "ledger_of_organisation" ON "ledger" USING btree ("organisation_id","counts_at","unit","net") WHERE net <> 0;