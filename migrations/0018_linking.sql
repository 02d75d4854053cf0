CREATE TABLE "homes" (
	"platform" text NOT NULL,
	"user_id" text NOT NULL,
	"workspace" text NOT NULL,
	CONSTRAINT "homes_platform_user_id_pk" PRIMARY KEY("platform","user_id")
);
--> statement-breakpoint
CREATE TABLE "code_tries" (
	"who" text PRIMARY KEY NOT NULL,
	"since" timestamp with time zone DEFAULT now() NOT NULL,
	"wrong" integer NOT NULL
);
