CREATE TABLE "wisdom" (
	"room_id" uuid NOT NULL,
	"id" integer NOT NULL,
	"kind" text NOT NULL,
	"text" text NOT NULL,
	"files" json NOT NULL,
	"labels" json NOT NULL,
	"roles" json NOT NULL,
	"scope" text NOT NULL,
	"by" json NOT NULL,
	"task_id" text,
	"session_id" integer,
	"run_id" integer,
	"at" bigint NOT NULL,
	"promoted" json,
	"supersedes" integer,
	"source" json,
	"state" text NOT NULL,
	"state_at" bigint NOT NULL,
	"ended" json,
	CONSTRAINT "wisdom_room_id_id_pk" PRIMARY KEY("room_id","id")
);
--> statement-breakpoint
CREATE INDEX "wisdom_words" ON "wisdom" USING gin (to_tsvector('simple', translate(text, '/._-:#@=()[]{}<>', '                ')));