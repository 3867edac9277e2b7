CREATE TABLE "session_records" (
	"room_id" uuid NOT NULL,
	"session_id" integer NOT NULL,
	"batch" integer NOT NULL,
	"record" json NOT NULL,
	CONSTRAINT "session_records_room_id_session_id_batch_pk" PRIMARY KEY("room_id","session_id","batch")
);
--> statement-breakpoint
ALTER TABLE "session_entries" ADD COLUMN "chosen" text;