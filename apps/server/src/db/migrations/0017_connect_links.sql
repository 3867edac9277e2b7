CREATE TABLE "connect_links" (
	"code_hash" "bytea" PRIMARY KEY NOT NULL,
	"credential_id" uuid NOT NULL,
	"created_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL,
	"used_at" bigint
);
