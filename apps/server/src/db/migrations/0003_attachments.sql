CREATE TABLE "attachments" (
	"room_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"size" integer NOT NULL,
	"sha256" text NOT NULL,
	"stored_by" uuid NOT NULL,
	"stored_at" bigint NOT NULL,
	"kept" boolean DEFAULT false NOT NULL,
	"content" "bytea" NOT NULL,
	CONSTRAINT "attachments_room_id_id_pk" PRIMARY KEY("room_id","id")
);
--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "attachments" json;--> statement-breakpoint
CREATE INDEX "attachments_unsent" ON "attachments" USING btree ("room_id","stored_at") WHERE not "attachments"."kept";