CREATE TABLE "approvals" (
	"batch_id" uuid PRIMARY KEY NOT NULL,
	"organisation_id" uuid NOT NULL,
	"reasons" text[] NOT NULL,
	"conversation" text,
	"message_id" text,
	"state" text DEFAULT 'asked' NOT NULL,
	"decided_by" text,
	"decided_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"organisation_id" uuid NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"account_id" uuid,
	"actor_name" text NOT NULL,
	"workspace" text NOT NULL,
	"action" text NOT NULL,
	"scope" text,
	"before" jsonb,
	"after" jsonb
);
--> statement-breakpoint
CREATE TABLE "codes" (
	"hash" text PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"organisation_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"workspace" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "group_members" (
	"group_id" uuid NOT NULL,
	"organisation_id" uuid NOT NULL,
	"subject" text NOT NULL,
	CONSTRAINT "group_members_group_id_subject_pk" PRIMARY KEY("group_id","subject")
);
--> statement-breakpoint
CREATE TABLE "groups" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"organisation_id" uuid NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "groups_organisation_id_name_unique" UNIQUE("organisation_id","name")
);
--> statement-breakpoint
CREATE TABLE "ledger" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ledger_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"organisation_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"workspace" text NOT NULL,
	"channel" text NOT NULL,
	"batch_id" uuid NOT NULL,
	"job_id" uuid NOT NULL,
	"credential_id" uuid,
	"model" text NOT NULL,
	"entry" text NOT NULL,
	"unit" text NOT NULL,
	"amount" bigint NOT NULL,
	"net" bigint NOT NULL,
	"counts_at" timestamp with time zone NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ledger_job_id_entry_unique" UNIQUE("job_id","entry")
);
--> statement-breakpoint
CREATE TABLE "pauses" (
	"organisation_id" uuid NOT NULL,
	"scope" text NOT NULL,
	"paused_by" text NOT NULL,
	"paused_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "pauses_organisation_id_scope_pk" PRIMARY KEY("organisation_id","scope")
);
--> statement-breakpoint
CREATE TABLE "policies" (
	"organisation_id" uuid NOT NULL,
	"scope" text NOT NULL,
	"settings" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "policies_organisation_id_scope_pk" PRIMARY KEY("organisation_id","scope")
);
--> statement-breakpoint
CREATE TABLE "presets" (
	"organisation_id" uuid NOT NULL,
	"scope" text NOT NULL,
	"name" text NOT NULL,
	"command" text NOT NULL,
	"options" jsonb NOT NULL,
	"created_by" uuid NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "presets_organisation_id_scope_name_pk" PRIMARY KEY("organisation_id","scope","name")
);
--> statement-breakpoint
CREATE TABLE "quota_windows" (
	"organisation_id" uuid NOT NULL,
	"scope" text NOT NULL,
	"unit" text NOT NULL,
	"span" text NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"used" bigint DEFAULT 0 NOT NULL,
	"granted" bigint DEFAULT 0 NOT NULL,
	"warned" smallint DEFAULT 0 NOT NULL,
	CONSTRAINT "quota_windows_organisation_id_scope_unit_span_starts_at_pk" PRIMARY KEY("organisation_id","scope","unit","span","starts_at")
);
--> statement-breakpoint
CREATE TABLE "quotas" (
	"organisation_id" uuid NOT NULL,
	"scope" text NOT NULL,
	"unit" text NOT NULL,
	"span" text NOT NULL,
	"amount" bigint NOT NULL,
	"set_in" text NOT NULL,
	"time_zone" text NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "quotas_organisation_id_scope_unit_span_pk" PRIMARY KEY("organisation_id","scope","unit","span")
);
--> statement-breakpoint
CREATE TABLE "reservations" (
	"holder_id" uuid NOT NULL,
	"organisation_id" uuid NOT NULL,
	"scope" text NOT NULL,
	"unit" text NOT NULL,
	"span" text NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"per_job" bigint NOT NULL,
	CONSTRAINT "reservations_holder_id_scope_span_pk" PRIMARY KEY("holder_id","scope","span")
);
--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "scopes" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "at_once" integer;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "cost" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "credentials" ADD COLUMN "name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "credentials" ADD COLUMN "origin" text DEFAULT 'configuration' NOT NULL;--> statement-breakpoint
ALTER TABLE "credentials" ADD COLUMN "scope" text DEFAULT 'organisation' NOT NULL;--> statement-breakpoint
ALTER TABLE "credentials" ADD COLUMN "masked" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "credentials" ADD COLUMN "seal_key_id" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "credentials" ADD COLUMN "disabled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "credentials" ADD COLUMN "removed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "credentials" ADD COLUMN "checked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "time_zone" text DEFAULT 'UTC' NOT NULL;--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "admin_channel" text;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "codes" ADD CONSTRAINT "codes_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "codes" ADD CONSTRAINT "codes_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_members" ADD CONSTRAINT "group_members_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_members" ADD CONSTRAINT "group_members_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "groups" ADD CONSTRAINT "groups_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pauses" ADD CONSTRAINT "pauses_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "policies" ADD CONSTRAINT "policies_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "presets" ADD CONSTRAINT "presets_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quota_windows" ADD CONSTRAINT "quota_windows_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quotas" ADD CONSTRAINT "quotas_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reservations" ADD CONSTRAINT "reservations_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "approvals_open" ON "approvals" USING btree ("created_at") WHERE state = 'asked';--> statement-breakpoint
CREATE INDEX "audit_of_organisation" ON "audit" USING btree ("organisation_id","id");--> statement-breakpoint
CREATE INDEX "group_members_of_subject" ON "group_members" USING btree ("organisation_id","subject");--> statement-breakpoint
CREATE INDEX "ledger_of_account" ON "ledger" USING btree ("organisation_id","account_id","unit","counts_at");--> statement-breakpoint
CREATE INDEX "ledger_of_organisation" ON "ledger" USING btree ("organisation_id","unit","counts_at");