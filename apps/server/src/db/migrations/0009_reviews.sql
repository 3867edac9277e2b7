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
