CREATE TABLE "backlog_items" (
	"room_id" uuid NOT NULL,
	"id" integer NOT NULL,
	"title" text NOT NULL,
	"body" text NOT NULL,
	"priority" text NOT NULL,
	"labels" json NOT NULL,
	"value" integer,
	"complexity" integer,
	"position" text NOT NULL,
	"state" text NOT NULL,
	"origin" json NOT NULL,
	"added_at" bigint NOT NULL,
	"state_at" bigint NOT NULL,
	"task_id" text,
	"asked" uuid,
	"note" json,
	"last_try" json,
	CONSTRAINT "backlog_items_room_id_id_pk" PRIMARY KEY("room_id","id")
);
--> statement-breakpoint
CREATE TABLE "backlog_modes" (
	"room_id" uuid NOT NULL,
	"mode" text NOT NULL,
	"paused_at" bigint,
	"paused" json,
	CONSTRAINT "backlog_modes_room_id_pk" PRIMARY KEY("room_id")
);
--> statement-breakpoint
CREATE INDEX "backlog_items_in_review" ON "backlog_items" USING btree ("room_id","state_at") WHERE "backlog_items"."state" = 'in_review';--> statement-breakpoint
CREATE INDEX "backlog_modes_paused" ON "backlog_modes" USING btree ("room_id") WHERE "backlog_modes"."paused_at" is not null;