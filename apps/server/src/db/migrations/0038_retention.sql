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
CREATE INDEX "session_archive_by_state" ON "session_archive" USING btree ("room_id","state","at");--> statement-breakpoint
CREATE INDEX "session_holds_held" ON "session_holds" USING btree ("room_id","at") WHERE "session_holds"."is_held";