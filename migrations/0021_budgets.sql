ALTER TABLE "workspaces" ADD COLUMN "budget" bigint;--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "budget_currency" text;--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "budget_locale" text;