ALTER TABLE "organisations" ADD COLUMN "name" text;--> statement-breakpoint
CREATE UNIQUE INDEX "organisations_named" ON "organisations" USING btree (lower("name"));