ALTER TABLE "workers" ADD COLUMN "version" text;--> statement-breakpoint
ALTER TABLE "workers" ADD COLUMN "migrations" integer;--> statement-breakpoint
ALTER TABLE "workers" ADD COLUMN "functions" integer;