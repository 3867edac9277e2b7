CREATE TABLE "run_touches" (
	"room_id" uuid NOT NULL,
	"run_id" integer NOT NULL,
	"at" bigint NOT NULL,
	"tree" text NOT NULL,
	"files" json NOT NULL,
	CONSTRAINT "run_touches_room_id_run_id_pk" PRIMARY KEY("room_id","run_id")
);
