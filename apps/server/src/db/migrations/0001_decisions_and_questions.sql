CREATE TABLE "decisions" (
	"room_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"subject_kind" text NOT NULL,
	"subject" text NOT NULL,
	"state" text NOT NULL,
	"version" integer NOT NULL,
	"question" text NOT NULL,
	"reason" text NOT NULL,
	"options" json NOT NULL,
	"urgency" text NOT NULL,
	"holds_up" integer NOT NULL,
	"opened_at" bigint NOT NULL,
	"asked_by" json,
	"asker_id" uuid,
	"supersedes" uuid,
	"answer" json,
	"answered_by" uuid,
	"can_undo" boolean NOT NULL,
	"ended_at" bigint,
	"end_reason" text,
	CONSTRAINT "decisions_room_id_id_pk" PRIMARY KEY("room_id","id")
);
--> statement-breakpoint
CREATE TABLE "person_visits" (
	"person_id" uuid PRIMARY KEY NOT NULL,
	"visited_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "questions" (
	"room_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"agent_id" uuid,
	"name" text NOT NULL,
	"role" text NOT NULL,
	"task_id" text,
	"text" text NOT NULL,
	"asked_at" bigint NOT NULL,
	"closed_at" bigint,
	CONSTRAINT "questions_room_id_message_id_pk" PRIMARY KEY("room_id","message_id")
);
--> statement-breakpoint
CREATE INDEX "decisions_pending" ON "decisions" USING btree ("room_id","opened_at") WHERE "decisions"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "decisions_undoable" ON "decisions" USING btree ("room_id") WHERE "decisions"."can_undo";--> statement-breakpoint
CREATE INDEX "decisions_by_start" ON "decisions" USING btree ("room_id","opened_at");--> statement-breakpoint
CREATE INDEX "decisions_by_end" ON "decisions" USING btree ("room_id","ended_at");--> statement-breakpoint
CREATE INDEX "questions_open" ON "questions" USING btree ("room_id","asked_at") WHERE "questions"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "questions_by_start" ON "questions" USING btree ("room_id","asked_at");--> statement-breakpoint
CREATE INDEX "tasks_by_end" ON "tasks" USING btree ("room_id","ended_at") WHERE "tasks"."ended_at" is not null;--> statement-breakpoint
INSERT INTO "questions" ("room_id", "message_id", "agent_id", "name", "role", "task_id", "text", "asked_at", "closed_at")
WITH "answers" AS (
	SELECT m."room_id", a."message_id", min(m."at") AS "at"
	FROM "events" m, json_array_elements_text(m."data"->'answers') AS a("message_id")
	WHERE m."type" = 'message.sent'
	GROUP BY m."room_id", a."message_id"
)
SELECT q."room_id", (q."data"->'message'->>'id')::uuid, (q."data"->'from'->>'agentId')::uuid, q."data"->'from'->>'name', q."data"->'from'->>'role', q."data"->>'fromTaskId', q."data"->'message'->>'body', q."at", a."at"
FROM "events" q
LEFT JOIN "answers" a ON a."room_id" = q."room_id" AND a."message_id" = q."data"->'message'->>'id'
WHERE q."type" = 'handoff.delivered' AND q."data"->>'to' = 'user' AND q."data"->>'intent' = 'question';
