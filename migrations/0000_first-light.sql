CREATE TABLE "console_channels" (
	"id" text PRIMARY KEY NOT NULL,
	"revision" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "console_counter" (
	"id" integer PRIMARY KEY NOT NULL,
	"revision" bigint NOT NULL,
	CONSTRAINT "console_counter_one_row" CHECK ("console_counter"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "console_files" (
	"id" text PRIMARY KEY NOT NULL,
	"message_id" text,
	"uploaded_by" text,
	"hash" text NOT NULL,
	"name" text NOT NULL,
	"mime_type" text NOT NULL,
	"bytes" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "console_messages" (
	"id" text PRIMARY KEY NOT NULL,
	"channel_id" text NOT NULL,
	"author" text NOT NULL,
	"visible_to" text,
	"post_key" text,
	"position" bigint NOT NULL,
	"revision" bigint NOT NULL,
	"text" text NOT NULL,
	"reply_to" text,
	"content" jsonb NOT NULL,
	"removed" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"edited_at" timestamp with time zone,
	CONSTRAINT "console_messages_post_key_unique" UNIQUE("post_key")
);
--> statement-breakpoint
CREATE TABLE "artifacts" (
	"job_id" uuid PRIMARY KEY NOT NULL,
	"batch_id" uuid NOT NULL,
	"state" text NOT NULL,
	"hash" text,
	"bytes" bigint,
	"mime_type" text,
	"width" integer,
	"height" integer,
	"failure" jsonb,
	"post" text,
	"succeeded_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "batches" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organisation_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"conversation" text NOT NULL,
	"requester_id" text NOT NULL,
	"requester_name" text NOT NULL,
	"locale" text NOT NULL,
	"request_message" text,
	"service" text NOT NULL,
	"request" jsonb NOT NULL,
	"count" integer NOT NULL,
	"sandbox" boolean NOT NULL,
	"worker_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"closed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "invocations" (
	"platform" text NOT NULL,
	"event_key" text NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "invocations_platform_event_key_pk" PRIMARY KEY("platform","event_key")
);
--> statement-breakpoint
CREATE TABLE "jobs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"batch_id" uuid NOT NULL,
	"organisation_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"service" text NOT NULL,
	"ordinal" integer NOT NULL,
	"state" text NOT NULL,
	"fence" integer DEFAULT 0 NOT NULL,
	"worker_id" uuid,
	"not_before" timestamp with time zone DEFAULT now() NOT NULL,
	"refusals" integer DEFAULT 0 NOT NULL,
	"create_tries" integer DEFAULT 0 NOT NULL,
	"credential_id" uuid,
	"base_url" text,
	"path" text NOT NULL,
	"body" text NOT NULL,
	"body_hash" text NOT NULL,
	"idempotency_key" text NOT NULL,
	"submitted_at" timestamp with time zone,
	"remote_id" text,
	"request_id" text,
	"guidance" jsonb,
	"deadline_at" timestamp with time zone,
	"overdue" boolean DEFAULT false NOT NULL,
	"cancel_requested_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"failure" jsonb,
	"usage" jsonb,
	"settlement" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "jobs_batch_id_ordinal_unique" UNIQUE("batch_id","ordinal")
);
--> statement-breakpoint
CREATE TABLE "lanes" (
	"organisation_id" uuid NOT NULL,
	"service" text NOT NULL,
	"account_id" uuid NOT NULL,
	"last_served" timestamp with time zone DEFAULT '-infinity' NOT NULL,
	CONSTRAINT "lanes_organisation_id_service_account_id_pk" PRIMARY KEY("organisation_id","service","account_id")
);
--> statement-breakpoint
CREATE TABLE "posts" (
	"batch_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"message_id" text,
	"failure" text,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "posts_batch_id_kind_pk" PRIMARY KEY("batch_id","kind")
);
--> statement-breakpoint
CREATE TABLE "slots" (
	"key_fingerprint" text NOT NULL,
	"n" integer NOT NULL,
	"job_id" uuid,
	CONSTRAINT "slots_key_fingerprint_n_pk" PRIMARY KEY("key_fingerprint","n"),
	CONSTRAINT "slots_job_id_unique" UNIQUE("job_id")
);
--> statement-breakpoint
CREATE TABLE "workers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"beat" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "accounts" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"organisation_id" uuid NOT NULL,
	"display_name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "credentials" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"organisation_id" uuid NOT NULL,
	"fingerprint" text NOT NULL,
	"sealed_secret" text NOT NULL,
	"services" text[] NOT NULL,
	"concurrency" integer NOT NULL,
	"invalid_at" timestamp with time zone,
	"resting_until" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "credentials_organisation_id_fingerprint_unique" UNIQUE("organisation_id","fingerprint")
);
--> statement-breakpoint
CREATE TABLE "identities" (
	"platform" text NOT NULL,
	"workspace" text NOT NULL,
	"user_id" text NOT NULL,
	"account_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "identities_platform_workspace_user_id_pk" PRIMARY KEY("platform","workspace","user_id")
);
--> statement-breakpoint
CREATE TABLE "organisations" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "workspaces" (
	"platform" text NOT NULL,
	"external_id" text NOT NULL,
	"organisation_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "workspaces_platform_external_id_pk" PRIMARY KEY("platform","external_id")
);
--> statement-breakpoint
ALTER TABLE "console_files" ADD CONSTRAINT "console_files_message_id_console_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."console_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "console_messages" ADD CONSTRAINT "console_messages_channel_id_console_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."console_channels"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "artifacts" ADD CONSTRAINT "artifacts_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "batches" ADD CONSTRAINT "batches_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "batches" ADD CONSTRAINT "batches_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_batch_id_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."batches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_credential_id_credentials_id_fk" FOREIGN KEY ("credential_id") REFERENCES "public"."credentials"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_batch_id_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."batches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credentials" ADD CONSTRAINT "credentials_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identities" ADD CONSTRAINT "identities_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workspaces" ADD CONSTRAINT "workspaces_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "console_files_of_message" ON "console_files" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "console_messages_history" ON "console_messages" USING btree ("channel_id","position");--> statement-breakpoint
CREATE INDEX "console_messages_changes" ON "console_messages" USING btree ("revision");--> statement-breakpoint
CREATE INDEX "batches_open" ON "batches" USING btree ("worker_id") WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX "jobs_waiting" ON "jobs" USING btree ("organisation_id","service","account_id","created_at","ordinal") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "jobs_owned" ON "jobs" USING btree ("worker_id") WHERE worker_id is not null;--> statement-breakpoint
CREATE INDEX "jobs_to_cancel" ON "jobs" USING btree ("worker_id") WHERE cancel_requested_at is not null and ended_at is null;