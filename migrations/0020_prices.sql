ALTER TABLE "batches" ADD COLUMN "price" bigint;--> statement-breakpoint
ALTER TABLE "batches" ADD COLUMN "currency" text;--> statement-breakpoint
ALTER TABLE "ledger" ADD COLUMN "price" bigint;--> statement-breakpoint
ALTER TABLE "ledger" ADD COLUMN "currency" text;