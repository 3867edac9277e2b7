ALTER TABLE "messages" ADD COLUMN "route" json;--> statement-breakpoint
ALTER TABLE "task_details" ADD COLUMN "session_id" integer;--> statement-breakpoint
ALTER TABLE "task_details" ADD COLUMN "branch_of" integer;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "last_end" text;