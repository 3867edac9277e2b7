INSERT INTO "session_archive" ("room_id", "session_id", "state", "at")
SELECT "room_id", "id", 'kept', "ended_at" FROM "sessions" WHERE "ended_at" IS NOT NULL
ON CONFLICT DO NOTHING;
