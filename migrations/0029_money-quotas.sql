CREATE TABLE "money_quota_warnings" (
	"organisation_id" uuid NOT NULL,
	"scope" text NOT NULL,
	"unit" text NOT NULL,
	"span" text NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"percent" smallint NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"batch_id" uuid NOT NULL,
	"used" bigint NOT NULL,
	"amount" bigint NOT NULL,
	"told" boolean DEFAULT false NOT NULL,
	CONSTRAINT "money_quota_warnings_organisation_id_scope_unit_span_starts_at_percent_pk" PRIMARY KEY("organisation_id","scope","unit","span","starts_at","percent")
);
--> statement-breakpoint
CREATE TABLE "money_quotas" (
	"organisation_id" uuid NOT NULL,
	"scope" text NOT NULL,
	"unit" text NOT NULL,
	"span" text NOT NULL,
	"amount" bigint NOT NULL,
	"set_in" text NOT NULL,
	"time_zone" text NOT NULL,
	"kept_by" uuid,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "money_quotas_organisation_id_scope_unit_span_pk" PRIMARY KEY("organisation_id","scope","unit","span")
);
--> statement-breakpoint
ALTER TABLE "money_quota_warnings" ADD CONSTRAINT "money_quota_warnings_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "money_quotas" ADD CONSTRAINT "money_quotas_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "money_quota_warnings_of_batch" ON "money_quota_warnings" USING btree ("batch_id");--> statement-breakpoint
CREATE INDEX "money_quota_warnings_untold" ON "money_quota_warnings" USING btree ("organisation_id") WHERE not told;