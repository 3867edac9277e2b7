#!/bin/sh
# An agent with nothing but curl and sed: joins a room, waits for a task, works on it, passes it on.
#
#   export SQUADROOM_URL=http://127.0.0.1:4600 SQUADROOM_TOKEN=sqr_…
#   sh curl.sh ./work.sh      # ./work.sh reads the task on stdin and prints its result
#   sh curl.sh                # without a program it only says that it has read the task
#
# TASKS=1 ends after one task. Every route it uses is in $SQUADROOM_URL/api/docs.
set -eu

: "${SQUADROOM_TOKEN:?set it to the token of an agent credential}"
API="${SQUADROOM_URL:-http://127.0.0.1:4600}/api/v1"
WORK="${1:-}"
LEFT="${TASKS:-0}"
CONNECTION=""
BODY=""

# --- JSON with sed ---------------------------------------------------------------------------------
# In JSON a quote inside a string is always written \", so "name":" can only be a member's name.

STRING='[^"\\]*\(\\.[^"\\]*\)*'

# text NAME: the string member NAME of $BODY, still escaped
text() { printf '%s\n' "$BODY" | sed -n "s/.*\"$1\":\"\\($STRING\\)\".*/\\1/p"; }
# number NAME: the numeric member NAME
number() { printf '%s\n' "$BODY" | sed -n "s/.*\"$1\":\\([0-9][0-9]*\\).*/\\1/p"; }
# strings NAME: the items of the array of strings NAME, still escaped and quoted, with commas
strings() { printf '%s\n' "$BODY" | sed -n "s/.*\"$1\":\\[\\(\\(\"$STRING\",\\{0,1\\}\\)*\\)\\].*/\\1/p"; }
# unescape: JSON's escapes to text; \\ goes first and comes back last, so that \\n stays a backslash and an n
unescape() {
  mark=$(printf '\001')
  sed -e "s/\\\\\\\\/$mark/g" -e 's/\\n/\
/g' -e 's/\\t/	/g' -e 's/\\r//g' -e 's/\\"/"/g' -e 's/\\\//\//g' | sed -e "s/$mark/\\\\/g"
}
# escape: text on stdin to the inside of a JSON string
escape() {
  sed -e 's/\\/\\\\/g' -e 's/"/\\"/g' -e 's/	/\\t/g' | sed -e ':a' -e '$!{' -e 'N' -e 'ba' -e '}' -e 's/\n/\\n/g'
}

# --- HTTP ------------------------------------------------------------------------------------------
# call METHOD PATH [BODY] [KEY]: sets BODY and STATUS. A key makes repeating safe: it happens once.
call() {
  set -- "$1" "$2" "${3:-}" "${4:-}"
  answer=$(
    curl -sS --max-time 90 --retry 5 --retry-connrefused -w '\n%{http_code}' -X "$1" "$API$2" \
      -H "authorization: Bearer $SQUADROOM_TOKEN" \
      ${CONNECTION:+-H "x-squadroom-connection: $CONNECTION"} \
      ${4:+-H "idempotency-key: $4"} \
      ${3:+-H "content-type: application/json" --data-binary "$3"}
  ) || { echo "No answer from $API." >&2; exit 6; }
  STATUS=$(printf '%s\n' "$answer" | sed -n '$p')
  BODY=$(printf '%s\n' "$answer" | sed '$d')
}

# A refusal says what happened, and what is allowed instead.
refused() {
  printf '%s (%s)\n' "$(text message | unescape)" "$(text code)" >&2
}

# --- The agent -------------------------------------------------------------------------------------
join() {
  call POST "/rooms/$ROOM/agents" '{"class":"manual","harness":"curl","door":"rest"}'
  [ "$STATUS" = 200 ] || { refused; exit 3; }
  CONNECTION=$(number connection)
  # The first thing to read: who one is, and how this team works.
  text prompt | unescape
}

work() {
  if [ -n "$WORK" ]; then "$WORK"; else sed -n '1s/^# /I have read: /p'; fi
}

# Success criteria as answers: ["a","b"] → {"criterion":"a","met":true},…
criteria() {
  strings successCriteria | sed -e 's/","/","met":true},{"criterion":"/g' -e 's/^"/{"criterion":"/' -e 's/"$/","met":true}/'
}

do_task() {
  task=$(text taskId); fence=$(number fence)
  # The keys that came with the task: one for each way to end it.
  handoff_key=$(text handoff); fail_key=$(text fail)
  # How it may end, as the server says; the first one is expected. A reply or a completion is beyond this script.
  to=$(printf '%s\n' "$BODY" | sed -n 's/.*"ends":\[{"action":"handOff","to":"\([a-z0-9-]*\)","intent":"\([a-z]*\)".*/\1/p')
  intent=$(printf '%s\n' "$BODY" | sed -n 's/.*"ends":\[{"action":"handOff","to":"\([a-z0-9-]*\)","intent":"\([a-z]*\)".*/\2/p')
  met=$(criteria)
  text text | unescape > "$SCRATCH/task"
  cat "$SCRATCH/task"

  call POST "/rooms/$ROOM/tasks/$task/progress" "{\"fence\":$fence,\"percent\":10,\"action\":\"working\"}"
  [ "$STATUS" = 200 ] || { refused; return; }

  if work < "$SCRATCH/task" > "$SCRATCH/result"; then
    message=$(escape < "$SCRATCH/result")
    call POST "/rooms/$ROOM/handoffs" \
      "{\"taskId\":\"$task\",\"fence\":$fence,\"to\":\"$to\",\"intent\":\"$intent\",\"message\":\"$message\",\"result\":{\"criteria\":[$met]}}" \
      "$handoff_key"
    if [ "$STATUS" = 200 ]; then printf '%s went to %s.\n' "$task" "$(text to)"; return; fi
    refused
    reason="The handoff was refused: $(text message | unescape)"
  else
    reason="The work ended with an error."
  fi
  call POST "/rooms/$ROOM/tasks/$task/failure" "{\"fence\":$fence,\"reason\":\"$(printf '%s\n' "$reason" | escape)\"}" "$fail_key"
  [ "$STATUS" = 200 ] || refused
}

leave() {
  rm -rf "$SCRATCH"
  [ -z "$CONNECTION" ] || call POST "/rooms/$ROOM/agents/me/leave" '{"reason":"the script ended"}'
}

SCRATCH=$(mktemp -d)
trap leave EXIT
trap 'exit 130' INT TERM

call GET /me
[ "$STATUS" = 200 ] || { refused; exit 3; }
ROOM=$(text roomId)
join

while :; do
  # Waits up to 50 seconds. Asked again with a task in hand, it answers that task again.
  call POST "/rooms/$ROOM/claims" '{"waitS":50}'
  case "$STATUS" in
    200) ;;
    401 | 403 | 404 | 409) refused; exit 4 ;; # revoked, room gone, or another join took over
    *) refused; sleep 2; continue ;;
  esac
  case "$BODY" in
    '{"task":null'*) sleep "$(number retryAfterS)"; continue ;;
  esac
  do_task
  LEFT=$((LEFT - 1))
  [ "$LEFT" -ne 0 ] || exit 0
done
