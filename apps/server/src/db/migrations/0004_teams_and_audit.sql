CREATE TABLE "room_audit" (
	"room_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"at" bigint NOT NULL,
	"by_id" uuid,
	"by_name" text,
	"act" text NOT NULL,
	"subject" text NOT NULL,
	"roles" json NOT NULL,
	CONSTRAINT "room_audit_room_id_id_pk" PRIMARY KEY("room_id","id")
);
--> statement-breakpoint
CREATE INDEX "events_acts" ON "events" USING btree ("room_id","seq") WHERE "events"."actor" ->> 'kind' = 'person' or "events"."type" in ('agent.joined', 'agent.left');