CREATE TABLE "errors" (
	"room_id" uuid NOT NULL,
	"id" integer NOT NULL,
	"severity" text NOT NULL,
	"type" text,
	"message" text NOT NULL,
	"file" text,
	"line" integer,
	"column" integer,
	"attempted_fixes" json NOT NULL,
	"requires_intervention" boolean NOT NULL,
	"suggested_agent" text,
	"task_id" text NOT NULL,
	"session_id" integer,
	"run_id" integer,
	"agent_id" uuid NOT NULL,
	"by" json NOT NULL,
	"at" bigint NOT NULL,
	"count" integer NOT NULL,
	"stopped" boolean NOT NULL,
	CONSTRAINT "errors_room_id_id_pk" PRIMARY KEY("room_id","id")
);
--> statement-breakpoint
CREATE INDEX "errors_of_task" ON "errors" USING btree ("room_id","task_id","id");--> statement-breakpoint
CREATE INDEX "errors_of_agent" ON "errors" USING btree ("room_id","agent_id","id");