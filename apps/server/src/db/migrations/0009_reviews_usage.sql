CREATE TABLE "task_usage" (
	"room_id" uuid NOT NULL,
	"task_id" text NOT NULL,
	"usage" json NOT NULL,
	CONSTRAINT "task_usage_room_id_task_id_pk" PRIMARY KEY("room_id","task_id")
);
--> statement-breakpoint
CREATE TABLE "task_reviews" (
	"room_id" uuid NOT NULL,
	"task_id" text NOT NULL,
	"round" integer NOT NULL,
	"role" text NOT NULL,
	"review_task_id" text NOT NULL,
	"asked_at" bigint NOT NULL,
	"by" json,
	"passed" boolean,
	"verdict" json,
	"at" bigint,
	CONSTRAINT "task_reviews_room_id_task_id_round_role_pk" PRIMARY KEY("room_id","task_id","round","role")
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "usage" json;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "budget" json;--> statement-breakpoint
CREATE INDEX "decisions_by_state" ON "decisions" USING btree ("room_id","state","id");--> statement-breakpoint
CREATE INDEX "sessions_by_end" ON "sessions" USING btree ("room_id","state","id") WHERE "sessions"."ended_at" is not null;