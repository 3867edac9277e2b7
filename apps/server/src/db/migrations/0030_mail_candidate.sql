ALTER TABLE "mail_addresses" ADD COLUMN "candidate" text;--> statement-breakpoint
CREATE INDEX "sign_in_links_by_end" ON "sign_in_links" USING btree ("expires_at");