import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { shellWord } from "@squadroom/core/kernel/shell-word";
import type { Config } from "./config.ts";

/** What people type in place of `squadroom` if that is not a command on this machine. */
export const LAUNCHER = "squadroom";
const CLI = fileURLToPath(new URL("../../cli/dist/squadroom.mjs", import.meta.url));

/** For this server's data directory, ready to be typed in any shell of this machine. */
export function launcherCommand({ command, dataDir }: Pick<Config, "command" | "dataDir">): string {
  return command ?? shellWord(join(dataDir, LAUNCHER));
}

/**
 * Leaves a program beside the server's key that is the command line for this server: it knows the data directory, and
 * through that the address, so that printed commands run in any shell unchanged. Rewritten at each start.
 */
export function leaveLauncher(config: Config, port: number): void {
  const { dataDir, databaseUrl, host } = config;
  const own = launcherCommand(config);
  const lines = [
    "#!/bin/sh",
    "# The command line for the server of this directory, which writes this file anew at each start.",
    `export SQUADROOM_DATA=${shellWord(dataDir)} SQUADROOM_COMMAND=${shellWord(own)}`,
    ...(databaseUrl === null
      ? []
      : [
          'if [ "$1" = serve ] && [ -z "$DATABASE_URL" ]; then',
          '  echo "The data of this server is in your own Postgres. Set DATABASE_URL as before, and run this again." >&2',
          "  exit 2",
          "fi",
        ]),
    // For `serve`: where it listened before.
    `export SQUADROOM_PORT="\${SQUADROOM_PORT:-${port}}" SQUADROOM_HOST="\${SQUADROOM_HOST:-${host}}"`,
    `exec ${shellWord(process.execPath)} ${shellWord(CLI)} "$@"`,
  ];
  writeFileSync(join(dataDir, LAUNCHER), `${lines.join("\n")}\n`, { mode: 0o755 });
}
