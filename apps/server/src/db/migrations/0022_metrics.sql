CREATE TABLE "moments" (
	"room_id" uuid NOT NULL,
	"at" bigint NOT NULL,
	"seq" bigint NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	CONSTRAINT "moments_room_id_at_seq_kind_pk" PRIMARY KEY("room_id","at","seq","kind")
);
--> statement-breakpoint
CREATE TABLE "task_askers" (
	"room_id" uuid NOT NULL,
	"task_id" text NOT NULL,
	"parent_id" text,
	"person_id" uuid,
	"person" text,
	CONSTRAINT "task_askers_room_id_task_id_pk" PRIMARY KEY("room_id","task_id")
);
--> statement-breakpoint
CREATE TABLE "usage_reports" (
	"room_id" uuid NOT NULL,
	"at" bigint NOT NULL,
	"seq" bigint NOT NULL,
	"agent_id" uuid NOT NULL,
	"role" text,
	"task_id" text NOT NULL,
	"session_id" integer,
	"model" text,
	"run_id" text,
	"input_tokens" integer NOT NULL,
	"output_tokens" integer NOT NULL,
	"cache_read_tokens" integer NOT NULL,
	"cache_write_tokens" integer NOT NULL,
	"cost_usd_micros" bigint,
	"basis" text NOT NULL,
	"runs" integer NOT NULL,
	CONSTRAINT "usage_reports_room_id_at_seq_pk" PRIMARY KEY("room_id","at","seq")
);
--> statement-breakpoint
CREATE INDEX "moments_by_task" ON "moments" USING btree ("room_id","subject") WHERE "moments"."kind" in ('claimed', 'sent_back');--> statement-breakpoint
CREATE INDEX "task_askers_parent" ON "task_askers" USING btree ("room_id","parent_id") WHERE "task_askers"."parent_id" is not null;