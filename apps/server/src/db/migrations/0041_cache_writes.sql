ALTER TABLE "usage_reports" ADD COLUMN "cache_write1h_tokens" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "prices" ADD COLUMN "cache_write1h_usd" double precision;