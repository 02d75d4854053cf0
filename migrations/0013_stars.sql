CREATE TABLE "stars" (
	"organisation_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"batch_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"event_key" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"collected" boolean DEFAULT true NOT NULL,
	CONSTRAINT "stars_account_id_batch_id_pk" PRIMARY KEY("account_id","batch_id")
);
--> statement-breakpoint
ALTER TABLE "stars" ADD CONSTRAINT "stars_batch_id_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."batches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stars" ADD CONSTRAINT "stars_account_fk" FOREIGN KEY ("account_id","organisation_id") REFERENCES "public"."accounts"("id","organisation_id") ON DELETE no action ON UPDATE cascade;--> statement-breakpoint
CREATE INDEX "stars_of_batch" ON "stars" USING btree ("batch_id");--> statement-breakpoint
CREATE INDEX "stars_of_channel" ON "stars" USING btree ("channel","created_at") WHERE collected;