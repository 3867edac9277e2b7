DROP INDEX "backlog_items_words";--> statement-breakpoint
DROP INDEX "decisions_words";--> statement-breakpoint
DROP INDEX "events_failures";--> statement-breakpoint
DROP INDEX "runs_words";--> statement-breakpoint
DROP INDEX "session_texts_words";--> statement-breakpoint
DROP INDEX "wisdom_words";--> statement-breakpoint
DROP INDEX "messages_words";--> statement-breakpoint
DROP INDEX "task_details_words";--> statement-breakpoint
DROP INDEX "task_results_words";--> statement-breakpoint
CREATE INDEX "messages_handed_on" ON "messages" USING btree ("room_id","task_id") WHERE intent IS NOT NULL AND recipient ->> 'kind' = 'role';--> statement-breakpoint
CREATE INDEX "backlog_items_words" ON "backlog_items" USING gin (to_tsvector('simple', translate(title || ' ' || body, '/._-:<', '      ')));--> statement-breakpoint
CREATE INDEX "decisions_words" ON "decisions" USING gin (to_tsvector('simple', translate(question || ' ' || reason, '/._-:<', '      ')));--> statement-breakpoint
CREATE INDEX "events_failures" ON "events" USING gin (to_tsvector('simple', translate(data ->> 'reason', '/._-:<', '      '))) WHERE "events"."type" = 'task.attempt_ended';--> statement-breakpoint
CREATE INDEX "runs_words" ON "runs" USING gin (to_tsvector('simple', translate(name || ' ' || coalesce(branch, ''), '/._-:<', '      ')));--> statement-breakpoint
CREATE INDEX "session_texts_words" ON "session_texts" USING gin (to_tsvector('simple', translate(description, '/._-:<', '      ')));--> statement-breakpoint
CREATE INDEX "wisdom_words" ON "wisdom" USING gin (to_tsvector('simple', translate(text, '/._-:<', '      ')));--> statement-breakpoint
CREATE INDEX "messages_words" ON "messages" USING gin (to_tsvector('simple', translate(body, '/._-:<', '      '))) WHERE NOT (intent IS NOT NULL AND recipient ->> 'kind' = 'role');--> statement-breakpoint
CREATE INDEX "task_details_words" ON "task_details" USING gin (to_tsvector('simple', translate(title || ' ' || instruction, '/._-:<', '      ')));--> statement-breakpoint
CREATE INDEX "task_results_words" ON "task_results" USING gin (to_tsvector('simple', translate(left(coalesce(result ->> 'summary', '') || ' ' || coalesce((result -> 'artifacts')::text, '') || ' ' || coalesce((result -> 'changes' -> 'files')::text, ''), 100000), '/._-:<', '      ')));