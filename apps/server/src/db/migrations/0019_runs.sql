CREATE TABLE "run_changes" (
	"room_id" uuid NOT NULL,
	"run_id" integer NOT NULL,
	"at" bigint NOT NULL,
	"diff" text NOT NULL,
	"note" text,
	CONSTRAINT "run_changes_room_id_run_id_pk" PRIMARY KEY("room_id","run_id")
);
--> statement-breakpoint
CREATE TABLE "run_output" (
	"room_id" uuid NOT NULL,
	"run_id" integer NOT NULL,
	"n" bigint NOT NULL,
	"chunk" json NOT NULL,
	CONSTRAINT "run_output_room_id_run_id_n_pk" PRIMARY KEY("room_id","run_id","n")
);
--> statement-breakpoint
CREATE TABLE "runs" (
	"room_id" uuid NOT NULL,
	"id" integer NOT NULL,
	"runner_id" uuid,
	"agent_id" uuid,
	"name" text NOT NULL,
	"role" text NOT NULL,
	"harness" text,
	"model" text,
	"state" text NOT NULL,
	"task_id" text,
	"branch" text,
	"turns" integer NOT NULL,
	"usage" json NOT NULL,
	"started_at" bigint,
	"ended_at" bigint,
	"why" text,
	"reason" text,
	"problem" text,
	CONSTRAINT "runs_room_id_id_pk" PRIMARY KEY("room_id","id")
);
--> statement-breakpoint
ALTER TABLE "credentials" ADD COLUMN "runner_id" uuid;--> statement-breakpoint
CREATE INDEX "runs_by_task" ON "runs" USING btree ("room_id","task_id","id");