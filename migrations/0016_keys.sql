CREATE TABLE "admin_notes" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"organisation_id" uuid NOT NULL,
	"conversation" text NOT NULL,
	"platform" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"state" text DEFAULT 'due' NOT NULL,
	"failure" text,
	"tries" integer DEFAULT 0 NOT NULL,
	"not_before" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "admin_notes_organisation_id_subject_conversation_unique" UNIQUE("organisation_id","subject","conversation")
);
--> statement-breakpoint
ALTER TABLE "credentials" DROP CONSTRAINT "credentials_organisation_id_fingerprint_unique";--> statement-breakpoint
ALTER TABLE "admin_notes" ADD CONSTRAINT "admin_notes_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "admin_notes_due" ON "admin_notes" USING btree ("platform","not_before") WHERE state = 'due';--> statement-breakpoint
CREATE UNIQUE INDEX "credentials_configured" ON "credentials" USING btree ("organisation_id","fingerprint") WHERE origin = 'configuration' and removed_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "credentials_named" ON "credentials" USING btree ("organisation_id",lower(name)) WHERE origin = 'people' and removed_at is null;--> statement-breakpoint
CREATE INDEX "credentials_of_fingerprint" ON "credentials" USING btree ("fingerprint");