CREATE TABLE "mail_addresses" (
	"person_id" uuid PRIMARY KEY NOT NULL,
	"address" text,
	"confirmed_at" bigint,
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
CREATE INDEX "mail_things_free" ON "mail_things" USING btree ("person_id") WHERE "mail_things"."mail_id" is null;--> statement-breakpoint
CREATE INDEX "mail_things_of" ON "mail_things" USING btree ("mail_id");--> statement-breakpoint
CREATE INDEX "mail_things_by_age" ON "mail_things" USING btree ("found_at");--> statement-breakpoint
CREATE INDEX "mails_due" ON "mails" USING btree ("next_at") WHERE "mails"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "mails_waiting" ON "mails" USING btree ("person_id") WHERE "mails"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "mails_ended" ON "mails" USING btree ("ended_at") WHERE "mails"."ended_at" is not null;