DROP INDEX "task_askers_parent";--> statement-breakpoint
DROP INDEX "events_usage";