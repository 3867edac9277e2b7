CREATE TABLE "room_looks" (
	"room_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"seq" bigint NOT NULL,
	CONSTRAINT "room_looks_room_id_person_id_pk" PRIMARY KEY("room_id","person_id")
);
