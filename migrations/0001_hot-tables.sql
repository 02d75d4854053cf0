-- Rows of these tables change several times in their life: room on the page keeps the updates there (heap-only tuples), and
-- frequent vacuuming keeps the tables small.
ALTER TABLE "jobs" SET (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);--> statement-breakpoint
ALTER TABLE "batches" SET (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);--> statement-breakpoint
ALTER TABLE "slots" SET (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);--> statement-breakpoint
ALTER TABLE "lanes" SET (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);--> statement-breakpoint
ALTER TABLE "artifacts" SET (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);--> statement-breakpoint
ALTER TABLE "posts" SET (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);--> statement-breakpoint
ALTER TABLE "workers" SET (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);
