CREATE TABLE "branch_changes" (
	"room_id" uuid NOT NULL,
	"key" text NOT NULL,
	"at" bigint NOT NULL,
	"diff" text NOT NULL,
	CONSTRAINT "branch_changes_room_id_key_pk" PRIMARY KEY("room_id","key")
);
