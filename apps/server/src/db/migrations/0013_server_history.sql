CREATE TABLE "server_history" (
	"id" smallint PRIMARY KEY NOT NULL,
	"epoch" bigint NOT NULL,
	"system_id" text,
	"timeline" integer,
	"database_oid" bigint,
	"at" bigint NOT NULL
);
