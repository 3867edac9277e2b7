CREATE TABLE "session_entries" (
	"room_id" uuid NOT NULL,
	"session_id" integer NOT NULL,
	"seq" bigint NOT NULL,
	"at" bigint NOT NULL,
	"step" text NOT NULL,
	"role" text NOT NULL,
	"by" text NOT NULL,
	"kind" text NOT NULL,
	"content" text NOT NULL,
	"version" integer,
	CONSTRAINT "session_entries_room_id_session_id_seq_pk" PRIMARY KEY("room_id","session_id","seq")
);
--> statement-breakpoint
CREATE TABLE "session_proposals" (
	"room_id" uuid NOT NULL,
	"session_id" integer NOT NULL,
	"step" text NOT NULL,
	"batch" integer NOT NULL,
	"version" integer NOT NULL,
	"value" json NOT NULL,
	"repairs" json NOT NULL,
	"by" json NOT NULL,
	"task_id" text NOT NULL,
	"at" bigint NOT NULL,
	CONSTRAINT "session_proposals_room_id_session_id_step_batch_version_pk" PRIMARY KEY("room_id","session_id","step","batch","version")
);
--> statement-breakpoint
CREATE TABLE "session_texts" (
	"room_id" uuid NOT NULL,
	"session_id" integer NOT NULL,
	"description" text NOT NULL,
	CONSTRAINT "session_texts_room_id_session_id_pk" PRIMARY KEY("room_id","session_id")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"room_id" uuid NOT NULL,
	"id" integer NOT NULL,
	"title" text NOT NULL,
	"state" text NOT NULL,
	"step" text NOT NULL,
	"is_parked" boolean NOT NULL,
	"level" text,
	"batch_at" integer NOT NULL,
	"batch_of" integer NOT NULL,
	"created_at" bigint NOT NULL,
	"started_at" bigint,
	"ended_at" bigint,
	"end_reason" text,
	"created_by" json NOT NULL,
	"split_of" integer,
	"item_id" integer,
	"position" text NOT NULL,
	CONSTRAINT "sessions_room_id_id_pk" PRIMARY KEY("room_id","id")
);
--> statement-breakpoint
CREATE INDEX "sessions_ended" ON "sessions" USING btree ("room_id","id") WHERE "sessions"."ended_at" is not null;