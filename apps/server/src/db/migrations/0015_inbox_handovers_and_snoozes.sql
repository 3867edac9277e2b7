CREATE TABLE "inbox_handovers" (
	"room_id" uuid NOT NULL,
	"item" text NOT NULL,
	"person_id" uuid NOT NULL,
	"by_id" uuid NOT NULL,
	"at" bigint NOT NULL,
	CONSTRAINT "inbox_handovers_room_id_item_pk" PRIMARY KEY("room_id","item")
);
--> statement-breakpoint
CREATE TABLE "inbox_snoozes" (
	"room_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"item" text NOT NULL,
	"mark" text NOT NULL,
	"until" bigint,
	"at" bigint NOT NULL,
	CONSTRAINT "inbox_snoozes_room_id_person_id_item_pk" PRIMARY KEY("room_id","person_id","item")
);
