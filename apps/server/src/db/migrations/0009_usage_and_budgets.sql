CREATE TABLE "task_usage" (
	"room_id" uuid NOT NULL,
	"task_id" text NOT NULL,
	"usage" json NOT NULL,
	CONSTRAINT "task_usage_room_id_task_id_pk" PRIMARY KEY("room_id","task_id")
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "usage" json;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "budget" json;