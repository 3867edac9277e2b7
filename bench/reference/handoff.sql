-- The reference of the handoff benchmarks: one function that does in the database what a handoff with
-- `next` does in Squadroom. Same tables, same indexes, same rows: the room's head under its row lock, two
-- events, the completed, the created and the claimed task, details, result, message, handoff, key with reply.
--
-- Rooms and agents have ids made of their numbers, and in each room the agents take turns (by the head),
-- so that a caller need not remember who holds what and no role ever starves. It is spared what an HTTP
-- server does besides: checking a secret, parsing and validating a request, building the prompt of the
-- next task, telling viewers.

CREATE FUNCTION bench_room_id(p_room int) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
  SELECT ('00000000-0000-7000-8000-' || lpad(p_room::text, 12, '0'))::uuid
$$;

CREATE FUNCTION bench_agent_id(p_room int, p_agent int) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
  SELECT ('00000000-0000-7000-9000-' || lpad(p_room::text, 6, '0') || lpad(p_agent::text, 6, '0'))::uuid
$$;

-- Time-ordered keys; the server has its own from Postgres 18 on.
DO $$ BEGIN
  IF current_setting('server_version_num')::int < 180000 THEN
    CREATE FUNCTION uuidv7() RETURNS uuid LANGUAGE sql VOLATILE AS
      'SELECT overlay(overlay(gen_random_uuid()::text PLACING
         substr(lpad(to_hex(floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint), 12, ''0''), 1, 8) || ''-'' ||
         substr(lpad(to_hex(floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint), 12, ''0''), 9, 4)
         FROM 1 FOR 13) PLACING ''7'' FROM 15 FOR 1)::uuid';
  END IF;
END $$;

-- Who holds what is looked up by the holder; the product keeps that in memory.
CREATE INDEX bench_tasks_held ON tasks (room_id, holder_id) WHERE holder_id IS NOT NULL;

CREATE FUNCTION bench_role(p_agent int) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT (ARRAY['planner', 'builder', 'reviewer'])[p_agent % 3 + 1]
$$;

-- Rooms with `p_per_role` agents of each role, each with a task in hand, and tasks that wait.
CREATE FUNCTION bench_seed(p_rooms int, p_per_role int, p_queued int) RETURNS void LANGUAGE sql AS $$
  INSERT INTO rooms (id, seq, commit_id, min_reader)
    SELECT bench_room_id(r), 0, uuidv7(), 1 FROM generate_series(1, p_rooms) r;
  INSERT INTO agents (room_id, id, name, role, class, harness, connection, online, joined_at)
    SELECT bench_room_id(r), bench_agent_id(r, a), bench_role(a) || ' 1', bench_role(a), 'managed', 'bench', 1, true, 0
    FROM generate_series(1, p_rooms) r, generate_series(0, 3 * p_per_role - 1) a;
  INSERT INTO credentials (id, kind, room_id, name, roles, secret_hash, created_at, changed_at)
    SELECT id, 'agent', room_id, name, json_build_array(role), sha256(id::text::bytea), 0, 0 FROM agents;
  INSERT INTO tasks (room_id, id, role, state, priority, holder_id, fence, claimed_at, attempts, created_at, unreviewed)
    SELECT bench_room_id(r), 'SEED-' || t + 100, bench_role(t),
      CASE WHEN t < 3 * p_per_role THEN 'claimed' ELSE 'pending' END, 'medium',
      CASE WHEN t < 3 * p_per_role THEN bench_agent_id(r, t) END, CASE WHEN t < 3 * p_per_role THEN 1 END,
      CASE WHEN t < 3 * p_per_role THEN 1 END, 0, t, false
    FROM generate_series(1, p_rooms) r, generate_series(0, 3 * (p_per_role + p_queued) - 1) t;
$$;

CREATE FUNCTION bench_handoff(p_room int, p_agents int, p_message text, p_summary text) RETURNS json
LANGUAGE plpgsql AS $$
DECLARE
  v_room uuid := bench_room_id(p_room);
  v_now bigint := floor(extract(epoch FROM clock_timestamp()) * 1000);
  v_seq bigint;
  v_agent uuid;
  v_role text;
  v_to text;
  v_prefix text;
  v_held record;
  v_next record;
  v_new_id text;
  v_handoff uuid := uuidv7();
  v_message uuid := uuidv7();
  v_title text := left(p_message, 80);
  v_name text;
  v_actor json;
  v_creator json;
  v_result json;
  v_reply json;
BEGIN
  SELECT seq INTO v_seq FROM rooms WHERE id = v_room AND min_reader <= 1 FOR NO KEY UPDATE;
  v_agent := bench_agent_id(p_room, ((v_seq / 2) % p_agents)::int);
  PERFORM 1 FROM credentials WHERE id = v_agent AND version = 1 AND revoked_at IS NULL AND expires_at IS NULL;
  IF NOT FOUND THEN RAISE EXCEPTION 'the credential was revoked'; END IF;
  SELECT role, name INTO v_role, v_name FROM agents WHERE room_id = v_room AND id = v_agent AND online;
  CASE v_role
    WHEN 'planner' THEN v_to := 'builder'; v_prefix := 'DEV';
    WHEN 'builder' THEN v_to := 'reviewer'; v_prefix := 'REVIEW';
    ELSE v_to := 'planner'; v_prefix := 'PLAN';
  END CASE;
  PERFORM 1 FROM agents WHERE room_id = v_room AND role = v_to AND online LIMIT 1;
  IF NOT FOUND THEN RAISE EXCEPTION 'nobody fills the role'; END IF;
  SELECT id, fence, priority INTO v_held FROM tasks WHERE room_id = v_room AND holder_id = v_agent;
  SELECT id INTO v_next FROM tasks WHERE room_id = v_room AND role = v_role AND state = 'pending' ORDER BY created_at LIMIT 1;
  IF v_held.id IS NULL OR v_next.id IS NULL THEN RAISE EXCEPTION 'the ring starves'; END IF;
  v_new_id := v_prefix || '-' || (v_seq + 1000)::text;
  v_actor := json_build_object('kind', 'agent', 'id', v_agent, 'name', v_name, 'role', v_role);
  v_creator := v_actor;
  v_result := json_build_object('summary', p_summary, 'criteria', '[]'::json,
    'keyDecisions', json_build_array('Fields are kept for one hour.'),
    'artifacts', '[{"path":"src/session/store.ts","status":"modified","lines":120},{"path":"src/session/store.test.ts","status":"created","lines":80}]'::json,
    'warnings', '[]'::json);
  v_reply := json_build_object('ok', true, 'seq', v_seq + 2, 'reply', json_build_object('handoffId', v_handoff, 'to', v_to,
    'intent', 'work', 'taskId', v_new_id, 'variant', 'full_team', 'unreviewed', false, 'rerouted', null,
    'next', json_build_object('taskId', v_next.id, 'fence', v_seq + 2, 'again', false, 'mail', '[]'::json)));

  INSERT INTO events (room_id, seq, type, v, at, actor, data) VALUES
    (v_room, v_seq + 1, 'handoff.delivered', 1, v_now, v_actor, json_build_object(
      'handoffId', v_handoff, 'fromTaskId', v_held.id, 'fromFence', v_held.fence,
      'from', json_build_object('agentId', v_agent, 'name', v_name, 'role', v_role), 'to', v_to, 'intent', 'work',
      'message', json_build_object('id', v_message, 'from', v_actor, 'to', json_build_object('kind', 'role', 'role', v_to),
        'body', p_message, 'intent', 'work', 'mentions', '[]'::json, 'repliesTo', null, 'taskId', v_new_id, 'at', v_now),
      'result', v_result,
      'task', json_build_object('id', v_new_id, 'role', v_to, 'agentId', null, 'title', v_title, 'instruction', p_message,
        'priority', v_held.priority, 'timeoutS', 3600, 'requires', '[]'::json, 'waitsFor', '[]'::json, 'createdAt', v_now,
        'intent', 'work', 'fromTaskId', v_held.id, 'boundaries', '{"allowed":[],"forbidden":[]}'::json, 'outputs', '[]'::json,
        'successCriteria', '[]'::json, 'createdBy', v_creator, 'origin', '{"kind":"handoff","messageId":null}'::json),
      'variant', 'full_team', 'available', '["planner","builder","reviewer"]'::json, 'unreviewed', false, 'queuedAnyway', false)),
    (v_room, v_seq + 2, 'task.claimed', 1, v_now, v_actor, json_build_object(
      'taskId', v_next.id, 'agentId', v_agent, 'fence', v_seq + 2, 'ttlS', 60, 'variant', 'full_team',
      'targets', json_build_array(v_to), 'available', '["planner","builder","reviewer"]'::json));
  UPDATE rooms SET seq = v_seq + 2, commit_id = uuidv7(), due_at = v_now + 60000 WHERE id = v_room;
  INSERT INTO command_keys (room_id, credential_id, key, request_hash, seq, at, reply)
    VALUES (v_room, v_agent, uuidv7(), 'c0-jo77ALfFJWgIS4PXvD2SqbCwnsnDp6-I-fhm4VPg', v_seq + 2, v_now, v_reply);
  UPDATE tasks SET state = 'completed', holder_id = NULL, fence = NULL, claimed_at = NULL, ended_at = v_now
    WHERE room_id = v_room AND id = v_held.id;
  UPDATE tasks SET state = 'claimed', holder_id = v_agent, fence = v_seq + 2, claimed_at = v_now
    WHERE room_id = v_room AND id = v_next.id;
  INSERT INTO tasks (room_id, id, role, state, priority, attempts, created_at, unreviewed)
    VALUES (v_room, v_new_id, v_to, 'pending', v_held.priority, 0, v_now, false);
  INSERT INTO task_details (room_id, task_id, title, instruction, timeout_s, created_by, origin, intent, from_task_id, boundaries, outputs, success_criteria)
    VALUES (v_room, v_new_id, v_title, p_message, 3600, v_creator, '{"kind":"handoff","messageId":null}', 'work', v_held.id,
      '{"allowed":[],"forbidden":[]}', '[]', '[]');
  INSERT INTO task_results (room_id, task_id, result) VALUES (v_room, v_held.id, v_result);
  INSERT INTO messages (room_id, id, seq, sender, recipient, body, intent, mentions, task_id, at)
    VALUES (v_room, v_message, v_seq + 1, v_actor, json_build_object('kind', 'role', 'role', v_to), p_message, 'work', '[]', v_new_id, v_now);
  INSERT INTO handoffs (room_id, id, seq, from_task_id, from_agent_id, from_role, "to", intent, task_id, message_id, variant, unreviewed, queued_anyway, at)
    VALUES (v_room, v_handoff, v_seq + 1, v_held.id, v_agent, v_role, v_to, 'work', v_new_id, v_message, 'full_team', false, false, v_now);
  RETURN v_reply;
END $$;
