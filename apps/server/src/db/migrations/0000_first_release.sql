CREATE TABLE "attachments" (
	"room_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"size" integer NOT NULL,
	"sha256" text NOT NULL,
	"stored_by" uuid NOT NULL,
	"stored_at" bigint NOT NULL,
	"kept" boolean DEFAULT false NOT NULL,
	"content" "bytea" NOT NULL,
	CONSTRAINT "attachments_room_id_id_pk" PRIMARY KEY("room_id","id")
);
--> statement-breakpoint
CREATE TABLE "room_audit" (
	"room_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"at" bigint NOT NULL,
	"by_id" uuid,
	"by_name" text,
	"act" text NOT NULL,
	"subject" text NOT NULL,
	"roles" json NOT NULL,
	CONSTRAINT "room_audit_room_id_id_pk" PRIMARY KEY("room_id","id")
);
--> statement-breakpoint
CREATE TABLE "server_audit" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" bigint NOT NULL,
	"by_id" uuid,
	"by_name" text,
	"act" text NOT NULL,
	"subject" text,
	"room_id" uuid,
	"details" json NOT NULL
);
--> statement-breakpoint
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
CREATE TABLE "inbox_handovers" (
	"room_id" uuid NOT NULL,
	"item" text NOT NULL,
	"person_id" uuid NOT NULL,
	"by_id" uuid NOT NULL,
	"at" bigint NOT NULL,
	CONSTRAINT "inbox_handovers_room_id_item_pk" PRIMARY KEY("room_id","item")
);
--> statement-breakpoint
CREATE TABLE "inbox_snoozes" (
	"room_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"item" text NOT NULL,
	"mark" text NOT NULL,
	"until" bigint,
	"at" bigint NOT NULL,
	CONSTRAINT "inbox_snoozes_room_id_person_id_item_pk" PRIMARY KEY("room_id","person_id","item")
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
CREATE TABLE "room_looks" (
	"room_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"seq" bigint NOT NULL,
	CONSTRAINT "room_looks_room_id_person_id_pk" PRIMARY KEY("room_id","person_id")
);
--> statement-breakpoint
CREATE TABLE "errors" (
	"room_id" uuid NOT NULL,
	"id" integer NOT NULL,
	"severity" text NOT NULL,
	"type" text,
	"message" text NOT NULL,
	"file" text,
	"line" integer,
	"column" integer,
	"attempted_fixes" json NOT NULL,
	"requires_intervention" boolean NOT NULL,
	"suggested_agent" text,
	"task_id" text NOT NULL,
	"session_id" integer,
	"run_id" integer,
	"agent_id" uuid NOT NULL,
	"by" json NOT NULL,
	"at" bigint NOT NULL,
	"count" integer NOT NULL,
	"stopped" boolean NOT NULL,
	CONSTRAINT "errors_room_id_id_pk" PRIMARY KEY("room_id","id")
);
--> statement-breakpoint
CREATE TABLE "server_history" (
	"id" smallint PRIMARY KEY NOT NULL,
	"epoch" bigint NOT NULL,
	"system_id" text,
	"timeline" integer,
	"database_oid" bigint,
	"at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail_addresses" (
	"person_id" uuid PRIMARY KEY NOT NULL,
	"address" text,
	"confirmed_at" bigint,
	"candidate" text,
	"is_on" boolean NOT NULL,
	"what" text NOT NULL,
	"since" bigint NOT NULL,
	"code_hash" "bytea",
	"code_until" bigint,
	"code_tries" integer NOT NULL,
	"codes_sent" integer NOT NULL,
	"codes_since" bigint NOT NULL,
	"mailed_at" bigint,
	"sent_at" bigint,
	"problem" text,
	"problem_at" bigint
);
--> statement-breakpoint
CREATE TABLE "mail_things" (
	"room_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"item" text NOT NULL,
	"found_at" bigint NOT NULL,
	"mail_id" uuid,
	CONSTRAINT "mail_things_room_id_person_id_item_pk" PRIMARY KEY("room_id","person_id","item")
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"state" text NOT NULL,
	"failed" integer NOT NULL,
	"next_at" bigint NOT NULL,
	"lease_until" bigint,
	"created_at" bigint NOT NULL,
	"ended_at" bigint
);
--> statement-breakpoint
CREATE TABLE "moments" (
	"room_id" uuid NOT NULL,
	"at" bigint NOT NULL,
	"seq" bigint NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	CONSTRAINT "moments_room_id_at_seq_kind_pk" PRIMARY KEY("room_id","at","seq","kind")
);
--> statement-breakpoint
CREATE TABLE "task_askers" (
	"room_id" uuid NOT NULL,
	"task_id" text NOT NULL,
	"parent_id" text,
	"person_id" uuid,
	"person" text,
	CONSTRAINT "task_askers_room_id_task_id_pk" PRIMARY KEY("room_id","task_id")
);
--> statement-breakpoint
CREATE TABLE "usage_reports" (
	"room_id" uuid NOT NULL,
	"at" bigint NOT NULL,
	"seq" bigint NOT NULL,
	"agent_id" uuid NOT NULL,
	"role" text,
	"task_id" text NOT NULL,
	"session_id" integer,
	"model" text,
	"run_id" text,
	"input_tokens" integer NOT NULL,
	"output_tokens" integer NOT NULL,
	"cache_read_tokens" integer NOT NULL,
	"cache_write_tokens" integer NOT NULL,
	"cache_write1h_tokens" integer DEFAULT 0 NOT NULL,
	"cost_usd_micros" bigint,
	"basis" text NOT NULL,
	"runs" integer NOT NULL,
	CONSTRAINT "usage_reports_room_id_at_seq_pk" PRIMARY KEY("room_id","at","seq")
);
--> statement-breakpoint
CREATE TABLE "connect_links" (
	"code_hash" "bytea" PRIMARY KEY NOT NULL,
	"credential_id" uuid NOT NULL,
	"created_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL,
	"used_at" bigint
);
--> statement-breakpoint
CREATE TABLE "credentials" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"room_id" uuid,
	"runner_id" uuid,
	"person_id" uuid,
	"name" text NOT NULL,
	"scope" text,
	"roles" json NOT NULL,
	"secret_hash" "bytea" NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" bigint NOT NULL,
	"expires_at" bigint,
	"revoked_at" bigint,
	"changed_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "identities" (
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"person_id" uuid NOT NULL,
	"label" text NOT NULL,
	"address" text,
	"created_at" bigint NOT NULL,
	"disconnected_at" bigint,
	CONSTRAINT "identities_issuer_subject_pk" PRIMARY KEY("issuer","subject")
);
--> statement-breakpoint
CREATE TABLE "people" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"admin" boolean NOT NULL,
	"password_hash" text,
	"created_at" bigint NOT NULL,
	"deactivated_at" bigint,
	CONSTRAINT "people_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "room_people" (
	"room_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"role" text NOT NULL,
	CONSTRAINT "room_people_room_id_person_id_pk" PRIMARY KEY("room_id","person_id")
);
--> statement-breakpoint
CREATE TABLE "sign_in_links" (
	"secret_hash" "bytea" PRIMARY KEY NOT NULL,
	"person_id" uuid,
	"created_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL,
	"used_at" bigint
);
--> statement-breakpoint
CREATE TABLE "prices" (
	"key" text PRIMARY KEY NOT NULL,
	"model" text NOT NULL,
	"provider" text,
	"input_usd" double precision,
	"output_usd" double precision,
	"cache_read_usd" double precision,
	"cache_write_usd" double precision,
	"cache_write1h_usd" double precision,
	"context_size" integer,
	"class" text,
	"source" text NOT NULL,
	"as_of" text NOT NULL,
	"changed_at" bigint NOT NULL,
	"changed_by" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "server_processes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"address" text NOT NULL,
	"machine" text NOT NULL,
	"version" text NOT NULL,
	"seen_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "retention_settings" (
	"room_id" uuid NOT NULL,
	"periods" json NOT NULL,
	CONSTRAINT "retention_settings_room_id_pk" PRIMARY KEY("room_id")
);
--> statement-breakpoint
CREATE TABLE "session_archive" (
	"room_id" uuid NOT NULL,
	"session_id" integer NOT NULL,
	"state" text NOT NULL,
	"at" bigint NOT NULL,
	CONSTRAINT "session_archive_room_id_session_id_pk" PRIMARY KEY("room_id","session_id")
);
--> statement-breakpoint
CREATE TABLE "session_holds" (
	"room_id" uuid NOT NULL,
	"session_id" integer NOT NULL,
	"is_held" boolean NOT NULL,
	"by" text NOT NULL,
	"reason" text NOT NULL,
	"at" bigint NOT NULL,
	CONSTRAINT "session_holds_room_id_session_id_pk" PRIMARY KEY("room_id","session_id")
);
--> statement-breakpoint
CREATE TABLE "agent_observations" (
	"room_id" uuid NOT NULL,
	"agent_id" uuid NOT NULL,
	"seen_at" bigint NOT NULL,
	CONSTRAINT "agent_observations_room_id_agent_id_pk" PRIMARY KEY("room_id","agent_id")
);
--> statement-breakpoint
CREATE TABLE "command_keys" (
	"room_id" uuid NOT NULL,
	"credential_id" uuid NOT NULL,
	"key" uuid NOT NULL,
	"request_hash" text NOT NULL,
	"seq" bigint NOT NULL,
	"at" bigint NOT NULL,
	"reply" json NOT NULL,
	CONSTRAINT "command_keys_room_id_credential_id_key_pk" PRIMARY KEY("room_id","credential_id","key")
);
--> statement-breakpoint
CREATE TABLE "events" (
	"room_id" uuid NOT NULL,
	"seq" bigint NOT NULL,
	"type" text NOT NULL,
	"v" smallint NOT NULL,
	"at" bigint NOT NULL,
	"actor" json NOT NULL,
	"data" json NOT NULL,
	CONSTRAINT "events_room_id_seq_pk" PRIMARY KEY("room_id","seq")
);
--> statement-breakpoint
CREATE TABLE "room_details" (
	"room_id" uuid NOT NULL,
	"name" text NOT NULL,
	"preset" text NOT NULL,
	"demo" boolean NOT NULL,
	"created_at" bigint NOT NULL,
	"removed_at" bigint,
	CONSTRAINT "room_details_room_id_pk" PRIMARY KEY("room_id")
);
--> statement-breakpoint
CREATE TABLE "room_names" (
	"name" text PRIMARY KEY NOT NULL,
	"room_id" uuid NOT NULL,
	"taken_by" text NOT NULL,
	"created_at" bigint NOT NULL,
	CONSTRAINT "room_names_roomId_unique" UNIQUE("room_id")
);
--> statement-breakpoint
CREATE TABLE "room_snapshots" (
	"room_id" uuid NOT NULL,
	"seq" bigint NOT NULL,
	"reducer_version" integer NOT NULL,
	"view" json NOT NULL,
	CONSTRAINT "room_snapshots_room_id_pk" PRIMARY KEY("room_id")
);
--> statement-breakpoint
CREATE TABLE "rooms" (
	"id" uuid PRIMARY KEY NOT NULL,
	"seq" bigint DEFAULT 0 NOT NULL,
	"commit_id" uuid NOT NULL,
	"min_reader" integer DEFAULT 1 NOT NULL,
	"due_at" bigint
);
--> statement-breakpoint
CREATE TABLE "server_secrets" (
	"name" text PRIMARY KEY NOT NULL,
	"value" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "branch_changes" (
	"room_id" uuid NOT NULL,
	"key" text NOT NULL,
	"at" bigint NOT NULL,
	"diff" text NOT NULL,
	CONSTRAINT "branch_changes_room_id_key_pk" PRIMARY KEY("room_id","key")
);
--> statement-breakpoint
CREATE TABLE "run_changes" (
	"room_id" uuid NOT NULL,
	"run_id" integer NOT NULL,
	"at" bigint NOT NULL,
	"diff" text NOT NULL,
	"note" text,
	CONSTRAINT "run_changes_room_id_run_id_pk" PRIMARY KEY("room_id","run_id")
);
--> statement-breakpoint
CREATE TABLE "run_output" (
	"room_id" uuid NOT NULL,
	"run_id" integer NOT NULL,
	"n" bigint NOT NULL,
	"chunk" json NOT NULL,
	CONSTRAINT "run_output_room_id_run_id_n_pk" PRIMARY KEY("room_id","run_id","n")
);
--> statement-breakpoint
CREATE TABLE "run_touches" (
	"room_id" uuid NOT NULL,
	"run_id" integer NOT NULL,
	"at" bigint NOT NULL,
	"tree" text NOT NULL,
	"files" json NOT NULL,
	CONSTRAINT "run_touches_room_id_run_id_pk" PRIMARY KEY("room_id","run_id")
);
--> statement-breakpoint
CREATE TABLE "runs" (
	"room_id" uuid NOT NULL,
	"id" integer NOT NULL,
	"runner_id" uuid,
	"agent_id" uuid,
	"name" text NOT NULL,
	"role" text NOT NULL,
	"harness" text,
	"model" text,
	"state" text NOT NULL,
	"task_id" text,
	"branch" text,
	"turns" integer NOT NULL,
	"usage" json NOT NULL,
	"started_at" bigint,
	"ended_at" bigint,
	"why" text,
	"reason" text,
	"problem" text,
	CONSTRAINT "runs_room_id_id_pk" PRIMARY KEY("room_id","id")
);
--> statement-breakpoint
CREATE TABLE "session_entries" (
	"room_id" uuid NOT NULL,
	"session_id" integer NOT NULL,
	"seq" bigint NOT NULL,
	"at" bigint NOT NULL,
	"step" text NOT NULL,
	"role" text NOT NULL,
	"by" text NOT NULL,
	"kind" text NOT NULL,
	"content" text NOT NULL,
	"version" integer,
	"chosen" text,
	CONSTRAINT "session_entries_room_id_session_id_seq_pk" PRIMARY KEY("room_id","session_id","seq")
);
--> statement-breakpoint
CREATE TABLE "session_imports" (
	"room_id" uuid NOT NULL,
	"session_id" integer NOT NULL,
	"source" text NOT NULL,
	"archive_id" uuid NOT NULL,
	"files" integer NOT NULL,
	"started_at" bigint,
	"ended_at" bigint,
	CONSTRAINT "session_imports_room_id_session_id_pk" PRIMARY KEY("room_id","session_id")
);
--> statement-breakpoint
CREATE TABLE "session_proposals" (
	"room_id" uuid NOT NULL,
	"session_id" integer NOT NULL,
	"step" text NOT NULL,
	"batch" integer NOT NULL,
	"version" integer NOT NULL,
	"value" json NOT NULL,
	"repairs" json NOT NULL,
	"by" json NOT NULL,
	"task_id" text NOT NULL,
	"at" bigint NOT NULL,
	CONSTRAINT "session_proposals_room_id_session_id_step_batch_version_pk" PRIMARY KEY("room_id","session_id","step","batch","version")
);
--> statement-breakpoint
CREATE TABLE "session_records" (
	"room_id" uuid NOT NULL,
	"session_id" integer NOT NULL,
	"batch" integer NOT NULL,
	"record" json NOT NULL,
	CONSTRAINT "session_records_room_id_session_id_batch_pk" PRIMARY KEY("room_id","session_id","batch")
);
--> statement-breakpoint
CREATE TABLE "session_texts" (
	"room_id" uuid NOT NULL,
	"session_id" integer NOT NULL,
	"description" text NOT NULL,
	CONSTRAINT "session_texts_room_id_session_id_pk" PRIMARY KEY("room_id","session_id")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"room_id" uuid NOT NULL,
	"id" integer NOT NULL,
	"title" text NOT NULL,
	"state" text NOT NULL,
	"step" text NOT NULL,
	"is_parked" boolean NOT NULL,
	"level" text,
	"batch_at" integer NOT NULL,
	"batch_of" integer NOT NULL,
	"created_at" bigint NOT NULL,
	"started_at" bigint,
	"ended_at" bigint,
	"end_reason" text,
	"created_by" json NOT NULL,
	"split_of" integer,
	"item_id" integer,
	"usage" json,
	"budget" json,
	"position" text NOT NULL,
	CONSTRAINT "sessions_room_id_id_pk" PRIMARY KEY("room_id","id")
);
--> statement-breakpoint
CREATE TABLE "task_usage" (
	"room_id" uuid NOT NULL,
	"task_id" text NOT NULL,
	"usage" json NOT NULL,
	CONSTRAINT "task_usage_room_id_task_id_pk" PRIMARY KEY("room_id","task_id")
);
--> statement-breakpoint
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
CREATE TABLE "wisdom" (
	"room_id" uuid NOT NULL,
	"id" integer NOT NULL,
	"kind" text NOT NULL,
	"text" text NOT NULL,
	"files" json NOT NULL,
	"labels" json NOT NULL,
	"roles" json NOT NULL,
	"scope" text NOT NULL,
	"by" json NOT NULL,
	"task_id" text,
	"session_id" integer,
	"run_id" integer,
	"at" bigint NOT NULL,
	"promoted" json,
	"supersedes" integer,
	"source" json,
	"state" text NOT NULL,
	"state_at" bigint NOT NULL,
	"ended" json,
	CONSTRAINT "wisdom_room_id_id_pk" PRIMARY KEY("room_id","id")
);
--> statement-breakpoint
CREATE TABLE "agents" (
	"room_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"role" text NOT NULL,
	"class" text NOT NULL,
	"harness" text,
	"connection" integer NOT NULL,
	"online" boolean NOT NULL,
	"joined_at" bigint NOT NULL,
	"offline_since" bigint,
	"offline_reason" text,
	CONSTRAINT "agents_room_id_id_pk" PRIMARY KEY("room_id","id")
);
--> statement-breakpoint
CREATE TABLE "handoffs" (
	"room_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"seq" bigint NOT NULL,
	"from_task_id" text NOT NULL,
	"from_agent_id" uuid,
	"from_role" text NOT NULL,
	"to" text NOT NULL,
	"intent" text NOT NULL,
	"task_id" text,
	"message_id" uuid NOT NULL,
	"variant" text NOT NULL,
	"unreviewed" boolean NOT NULL,
	"queued_anyway" boolean NOT NULL,
	"at" bigint NOT NULL,
	CONSTRAINT "handoffs_room_id_id_pk" PRIMARY KEY("room_id","id")
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"room_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"seq" bigint NOT NULL,
	"sender" json NOT NULL,
	"recipient" json NOT NULL,
	"body" text NOT NULL,
	"intent" text,
	"mentions" json NOT NULL,
	"replies_to" uuid,
	"task_id" text,
	"at" bigint NOT NULL,
	"attachments" json,
	"head" json,
	"route" json,
	CONSTRAINT "messages_room_id_id_pk" PRIMARY KEY("room_id","id")
);
--> statement-breakpoint
CREATE TABLE "task_details" (
	"room_id" uuid NOT NULL,
	"task_id" text NOT NULL,
	"title" text NOT NULL,
	"instruction" text NOT NULL,
	"agent_id" uuid,
	"timeout_s" integer NOT NULL,
	"created_by" json NOT NULL,
	"origin" json NOT NULL,
	"intent" text,
	"from_task_id" text,
	"session_id" integer,
	"branch_of" integer,
	"boundaries" json NOT NULL,
	"outputs" json NOT NULL,
	"success_criteria" json NOT NULL,
	CONSTRAINT "task_details_room_id_task_id_pk" PRIMARY KEY("room_id","task_id")
);
--> statement-breakpoint
CREATE TABLE "task_progress" (
	"room_id" uuid NOT NULL,
	"task_id" text NOT NULL,
	"progress" json NOT NULL,
	CONSTRAINT "task_progress_room_id_task_id_pk" PRIMARY KEY("room_id","task_id")
);
--> statement-breakpoint
CREATE TABLE "task_requirements" (
	"room_id" uuid NOT NULL,
	"task_id" text NOT NULL,
	"requires_id" text NOT NULL,
	CONSTRAINT "task_requirements_room_id_task_id_requires_id_pk" PRIMARY KEY("room_id","task_id","requires_id")
);
--> statement-breakpoint
CREATE TABLE "task_results" (
	"room_id" uuid NOT NULL,
	"task_id" text NOT NULL,
	"result" json NOT NULL,
	CONSTRAINT "task_results_room_id_task_id_pk" PRIMARY KEY("room_id","task_id")
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
CREATE TABLE "tasks" (
	"room_id" uuid NOT NULL,
	"id" text NOT NULL,
	"role" text NOT NULL,
	"state" text NOT NULL,
	"priority" text NOT NULL,
	"holder_id" uuid,
	"last_holder_id" uuid,
	"fence" bigint,
	"claimed_at" bigint,
	"attempts" integer NOT NULL,
	"last_end" text,
	"front_at" bigint,
	"parked_at" bigint,
	"created_at" bigint NOT NULL,
	"ended_at" bigint,
	"unreviewed" boolean NOT NULL,
	CONSTRAINT "tasks_room_id_id_pk" PRIMARY KEY("room_id","id")
);
--> statement-breakpoint
CREATE INDEX "attachments_unsent" ON "attachments" USING btree ("room_id","stored_at") WHERE not "attachments"."kept";--> statement-breakpoint
CREATE INDEX "server_audit_by_person" ON "server_audit" USING btree ("by_id","id");--> statement-breakpoint
CREATE INDEX "server_audit_by_act" ON "server_audit" USING btree ("act","at");--> statement-breakpoint
CREATE INDEX "backlog_items_in_review" ON "backlog_items" USING btree ("room_id","state_at") WHERE "backlog_items"."state" = 'in_review';--> statement-breakpoint
CREATE INDEX "backlog_items_words" ON "backlog_items" USING gin (to_tsvector('simple', translate(title || ' ' || body, '/._-:<', '      ')));--> statement-breakpoint
CREATE INDEX "backlog_modes_paused" ON "backlog_modes" USING btree ("room_id") WHERE "backlog_modes"."paused_at" is not null;--> statement-breakpoint
CREATE INDEX "decisions_pending" ON "decisions" USING btree ("room_id","opened_at") WHERE "decisions"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "decisions_undoable" ON "decisions" USING btree ("room_id") WHERE "decisions"."can_undo";--> statement-breakpoint
CREATE INDEX "decisions_by_state" ON "decisions" USING btree ("room_id","state","id");--> statement-breakpoint
CREATE INDEX "decisions_by_start" ON "decisions" USING btree ("room_id","opened_at");--> statement-breakpoint
CREATE INDEX "decisions_by_end" ON "decisions" USING btree ("room_id","ended_at");--> statement-breakpoint
CREATE INDEX "decisions_words" ON "decisions" USING gin (to_tsvector('simple', translate(question || ' ' || reason, '/._-:<', '      ')));--> statement-breakpoint
CREATE INDEX "questions_open" ON "questions" USING btree ("room_id","asked_at") WHERE "questions"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "questions_by_start" ON "questions" USING btree ("room_id","asked_at");--> statement-breakpoint
CREATE INDEX "errors_of_task" ON "errors" USING btree ("room_id","task_id","id");--> statement-breakpoint
CREATE INDEX "errors_of_agent" ON "errors" USING btree ("room_id","agent_id","id");--> statement-breakpoint
CREATE INDEX "mail_things_free" ON "mail_things" USING btree ("person_id") WHERE "mail_things"."mail_id" is null;--> statement-breakpoint
CREATE INDEX "mail_things_of" ON "mail_things" USING btree ("mail_id");--> statement-breakpoint
CREATE INDEX "mail_things_by_age" ON "mail_things" USING btree ("found_at");--> statement-breakpoint
CREATE INDEX "mails_due" ON "mails" USING btree ("next_at") WHERE "mails"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "mails_waiting" ON "mails" USING btree ("person_id") WHERE "mails"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "mails_ended" ON "mails" USING btree ("ended_at") WHERE "mails"."ended_at" is not null;--> statement-breakpoint
CREATE INDEX "moments_by_task" ON "moments" USING btree ("room_id","subject") WHERE "moments"."kind" in ('claimed', 'missed', 'sent_back');--> statement-breakpoint
CREATE UNIQUE INDEX "credentials_secret" ON "credentials" USING btree ("secret_hash");--> statement-breakpoint
CREATE INDEX "credentials_changed" ON "credentials" USING btree ("changed_at");--> statement-breakpoint
CREATE INDEX "credentials_room" ON "credentials" USING btree ("room_id");--> statement-breakpoint
CREATE INDEX "credentials_person" ON "credentials" USING btree ("person_id");--> statement-breakpoint
CREATE UNIQUE INDEX "identities_person" ON "identities" USING btree ("person_id") WHERE "identities"."disconnected_at" is null;--> statement-breakpoint
CREATE INDEX "room_people_by_person" ON "room_people" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "sign_in_links_by_end" ON "sign_in_links" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "session_archive_by_state" ON "session_archive" USING btree ("room_id","state","at");--> statement-breakpoint
CREATE INDEX "session_holds_held" ON "session_holds" USING btree ("room_id","at") WHERE "session_holds"."is_held";--> statement-breakpoint
CREATE INDEX "command_keys_at" ON "command_keys" USING btree ("room_id","at");--> statement-breakpoint
CREATE INDEX "events_acts" ON "events" USING btree ("room_id","seq") WHERE "events"."actor" ->> 'kind' = 'person' or "events"."type" in ('agent.joined', 'agent.left');--> statement-breakpoint
CREATE INDEX "events_decisions" ON "events" USING btree ("room_id",("data" -> 'decision' ->> 'id')) WHERE "events"."type" = 'decision.opened';--> statement-breakpoint
CREATE INDEX "events_failures" ON "events" USING gin (to_tsvector('simple', translate(data ->> 'reason', '/._-:<', '      '))) WHERE "events"."type" = 'task.attempt_ended';--> statement-breakpoint
CREATE INDEX "rooms_due" ON "rooms" USING btree ("due_at") WHERE "rooms"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "runs_by_task" ON "runs" USING btree ("room_id","task_id","id");--> statement-breakpoint
CREATE INDEX "runs_words" ON "runs" USING gin (to_tsvector('simple', translate(name || ' ' || coalesce(branch, ''), '/._-:<', '      ')));--> statement-breakpoint
CREATE INDEX "session_texts_words" ON "session_texts" USING gin (to_tsvector('simple', translate(description, '/._-:<', '      ')));--> statement-breakpoint
CREATE INDEX "sessions_ended" ON "sessions" USING btree ("room_id","id") WHERE "sessions"."ended_at" is not null;--> statement-breakpoint
CREATE INDEX "sessions_by_end" ON "sessions" USING btree ("room_id","state","id") WHERE "sessions"."ended_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_deliveries_fact" ON "webhook_deliveries" USING btree ("room_id","webhook_id","seq");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_by_age" ON "webhook_deliveries" USING btree ("room_id","webhook_id","id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries" USING btree ("next_at") WHERE "webhook_deliveries"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_ended" ON "webhook_deliveries" USING btree ("ended_at") WHERE "webhook_deliveries"."ended_at" is not null;--> statement-breakpoint
CREATE INDEX "wisdom_words" ON "wisdom" USING gin (to_tsvector('simple', translate(text, '/._-:<', '      ')));--> statement-breakpoint
CREATE INDEX "messages_by_seq" ON "messages" USING btree ("room_id","seq");--> statement-breakpoint
CREATE INDEX "messages_replies" ON "messages" USING btree ("room_id","replies_to") WHERE "messages"."replies_to" is not null;--> statement-breakpoint
CREATE INDEX "messages_words" ON "messages" USING gin (to_tsvector('simple', translate(body, '/._-:<', '      '))) WHERE NOT (intent IS NOT NULL AND recipient ->> 'kind' = 'role');--> statement-breakpoint
CREATE INDEX "messages_handed_on" ON "messages" USING btree ("room_id","task_id") WHERE intent IS NOT NULL AND recipient ->> 'kind' = 'role';--> statement-breakpoint
CREATE INDEX "task_details_session" ON "task_details" USING btree ("room_id","session_id") WHERE "task_details"."session_id" is not null;--> statement-breakpoint
CREATE INDEX "task_details_heirs" ON "task_details" USING btree ("room_id","from_task_id") WHERE "task_details"."from_task_id" is not null;--> statement-breakpoint
CREATE INDEX "task_details_words" ON "task_details" USING gin (to_tsvector('simple', translate(title || ' ' || instruction, '/._-:<', '      ')));--> statement-breakpoint
CREATE INDEX "task_results_words" ON "task_results" USING gin (to_tsvector('simple', translate(left(coalesce(result ->> 'summary', '') || ' ' || coalesce((result -> 'artifacts')::text, '') || ' ' || coalesce((result -> 'changes' -> 'files')::text, ''), 100000), '/._-:<', '      ')));--> statement-breakpoint
CREATE INDEX "tasks_by_age" ON "tasks" USING btree ("room_id","created_at","id");--> statement-breakpoint
CREATE INDEX "tasks_live" ON "tasks" USING btree ("room_id","created_at") WHERE "tasks"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "tasks_by_end" ON "tasks" USING btree ("room_id","ended_at") WHERE "tasks"."ended_at" is not null;--> statement-breakpoint
ALTER TABLE "rooms" SET (fillfactor = 20);--> statement-breakpoint
ALTER TABLE "tasks" SET (fillfactor = 70);
