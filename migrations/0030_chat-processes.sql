CREATE TABLE "chat_processes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"beat" timestamp with time zone DEFAULT now() NOT NULL,
	"version" text NOT NULL,
	"migrations" integer NOT NULL,
	"functions" integer NOT NULL
);
