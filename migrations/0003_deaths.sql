ALTER TABLE "jobs" ADD COLUMN "deaths" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX "jobs_deadly" ON "jobs" USING btree ("id") WHERE deaths <> '{}';