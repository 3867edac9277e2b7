DROP INDEX "tasks_by_state";--> statement-breakpoint
CREATE INDEX "tasks_live" ON "tasks" USING btree ("room_id","created_at") WHERE "tasks"."ended_at" is null;--> statement-breakpoint
ALTER TABLE "rooms" SET (fillfactor = 20);--> statement-breakpoint
ALTER TABLE "tasks" SET (fillfactor = 70);
