DROP INDEX "identities_person";--> statement-breakpoint
ALTER TABLE "identities" ADD COLUMN "disconnected_at" bigint;--> statement-breakpoint
CREATE UNIQUE INDEX "identities_person" ON "identities" USING btree ("person_id") WHERE "identities"."disconnected_at" is null;