CREATE TABLE "forgettings" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"organisation_id" uuid NOT NULL,
	"console_users" text[] NOT NULL,
	"begun_at" timestamp with time zone DEFAULT now() NOT NULL,
	"done_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "forgettings" ADD CONSTRAINT "forgettings_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forgettings" ADD CONSTRAINT "forgettings_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "forgettings_open" ON "forgettings" USING btree ("begun_at") WHERE done_at is null;