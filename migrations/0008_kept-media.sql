CREATE TABLE "fittings" (
	"hash" text NOT NULL,
	"max_bytes" bigint NOT NULL,
	"fitted_hash" text,
	"bytes" bigint,
	"mime_type" text,
	"width" integer,
	"height" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "fittings_hash_max_bytes_pk" PRIMARY KEY("hash","max_bytes")
);
--> statement-breakpoint
CREATE TABLE "media" (
	"hash" text PRIMARY KEY NOT NULL,
	"bytes" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone NOT NULL,
	"doomed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE INDEX "media_unused" ON "media" USING btree ("last_used_at") WHERE doomed_at is null;--> statement-breakpoint
CREATE INDEX "media_doomed" ON "media" USING btree ("hash") WHERE doomed_at is not null;
--> statement-breakpoint
-- What is in the store already was needed just now.
INSERT INTO "media" ("hash", "bytes", "last_used_at")
SELECT "hash", max("bytes"), now() FROM (
	SELECT "hash", "bytes" FROM "artifacts" WHERE "hash" IS NOT NULL AND "bytes" IS NOT NULL
	UNION ALL SELECT "hash", "bytes" FROM "console_files"
	UNION ALL SELECT file->>'hash', (file->>'bytes')::bigint FROM "batches", jsonb_path_query("request", '$.** ? (@.hash != null && @.bytes != null)') AS file
) AS "kept" GROUP BY "hash";
