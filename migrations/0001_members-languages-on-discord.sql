CREATE TABLE "discord_locales" (
	"user_id" text PRIMARY KEY NOT NULL,
	"locale" text NOT NULL
);
