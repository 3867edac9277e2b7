CREATE TABLE "credentials" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"room_id" uuid,
	"person_id" uuid,
	"name" text NOT NULL,
	"roles" json NOT NULL,
	"secret_hash" "bytea" NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" bigint NOT NULL,
	"expires_at" bigint,
	"revoked_at" bigint,
	"changed_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "people" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"admin" boolean NOT NULL,
	"password_hash" text,
	"created_at" bigint NOT NULL,
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
CREATE TABLE "tasks" (
	"room_id" uuid NOT NULL,
	"id" text NOT NULL,
	"role" text NOT NULL,
	"state" text NOT NULL,
	"priority" text NOT NULL,
	"holder_id" uuid,
	"fence" bigint,
	"claimed_at" bigint,
	"attempts" integer NOT NULL,
	"front_at" bigint,
	"parked_at" bigint,
	"created_at" bigint NOT NULL,
	"ended_at" bigint,
	"unreviewed" boolean NOT NULL,
	CONSTRAINT "tasks_room_id_id_pk" PRIMARY KEY("room_id","id")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "credentials_secret" ON "credentials" USING btree ("secret_hash");--> statement-breakpoint
CREATE INDEX "credentials_changed" ON "credentials" USING btree ("changed_at");--> statement-breakpoint
CREATE INDEX "credentials_room" ON "credentials" USING btree ("room_id");--> statement-breakpoint
CREATE INDEX "credentials_person" ON "credentials" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "room_people_by_person" ON "room_people" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "command_keys_at" ON "command_keys" USING btree ("room_id","at");--> statement-breakpoint
CREATE INDEX "rooms_due" ON "rooms" USING btree ("due_at") WHERE "rooms"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "messages_by_seq" ON "messages" USING btree ("room_id","seq");--> statement-breakpoint
CREATE INDEX "tasks_by_age" ON "tasks" USING btree ("room_id","created_at","id");--> statement-breakpoint
CREATE INDEX "tasks_by_state" ON "tasks" USING btree ("room_id","state","created_at");