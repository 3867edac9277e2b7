CREATE TABLE "session_imports" (
	"room_id" uuid NOT NULL,
	"session_id" integer NOT NULL,
	"source" text NOT NULL,
	"archive_id" uuid NOT NULL,
	"files" integer NOT NULL,
	"started_at" bigint,
	"ended_at" bigint,
	CONSTRAINT "session_imports_room_id_session_id_pk" PRIMARY KEY("room_id","session_id")
);
