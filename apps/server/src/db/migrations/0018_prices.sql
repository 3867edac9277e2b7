CREATE TABLE "prices" (
	"key" text PRIMARY KEY NOT NULL,
	"model" text NOT NULL,
	"provider" text,
	"input_usd" double precision,
	"output_usd" double precision,
	"cache_read_usd" double precision,
	"cache_write_usd" double precision,
	"context_size" integer,
	"class" text,
	"source" text NOT NULL,
	"as_of" text NOT NULL,
	"changed_at" bigint NOT NULL,
	"changed_by" text NOT NULL
);
