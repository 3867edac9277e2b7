CREATE TABLE "server_audit" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" bigint NOT NULL,
	"by_id" uuid,
	"by_name" text,
	"act" text NOT NULL,
	"subject" text,
	"room_id" uuid,
	"details" json NOT NULL
);
--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "deactivated_at" bigint;--> statement-breakpoint
CREATE INDEX "server_audit_by_person" ON "server_audit" USING btree ("by_id","id");--> statement-breakpoint
CREATE INDEX "server_audit_by_act" ON "server_audit" USING btree ("act","at");
