CREATE TABLE "server_processes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"address" text NOT NULL,
	"machine" text NOT NULL,
	"version" text NOT NULL,
	"seen_at" bigint NOT NULL
);
