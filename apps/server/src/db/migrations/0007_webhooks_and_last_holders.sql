CREATE TABLE "webhook_deliveries" (
	"room_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"webhook_id" uuid NOT NULL,
	"seq" bigint,
	"kind" text NOT NULL,
	"line" text NOT NULL,
	"body" text NOT NULL,
	"state" text NOT NULL,
	"attempts" json NOT NULL,
	"failed" integer NOT NULL,
	"next_at" bigint,
	"lease_until" bigint,
	"created_at" bigint NOT NULL,
	"ended_at" bigint,
	CONSTRAINT "webhook_deliveries_room_id_id_pk" PRIMARY KEY("room_id","id")
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"room_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"url" text NOT NULL,
	"form" text NOT NULL,
	"kinds" json NOT NULL,
	"secret" text NOT NULL,
	"cursor" bigint NOT NULL,
	"created_at" bigint NOT NULL,
	"created_by" text NOT NULL,
	"off_at" bigint,
	"off_reason" text,
	"off_by" text,
	"failing_since" bigint,
	CONSTRAINT "webhooks_room_id_id_pk" PRIMARY KEY("room_id","id")
);
--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "last_holder_id" uuid;--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_deliveries_fact" ON "webhook_deliveries" USING btree ("room_id","webhook_id","seq");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_by_age" ON "webhook_deliveries" USING btree ("room_id","webhook_id","id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries" USING btree ("next_at") WHERE "webhook_deliveries"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_ended" ON "webhook_deliveries" USING btree ("ended_at") WHERE "webhook_deliveries"."ended_at" is not null;--> statement-breakpoint
UPDATE "tasks" t SET "last_holder_id" = c."agent_id"
FROM (
	SELECT DISTINCT ON (e."room_id", e."data"->>'taskId') e."room_id", e."data"->>'taskId' AS "task_id", (e."data"->>'agentId')::uuid AS "agent_id"
	FROM "events" e
	WHERE e."type" = 'task.claimed'
	ORDER BY e."room_id", e."data"->>'taskId', e."seq" DESC
) c
WHERE c."room_id" = t."room_id" AND c."task_id" = t."id";
