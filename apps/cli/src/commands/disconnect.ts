import type { Command } from "commander";
import { AgentStates } from "../agent-state.ts";
import { answering, define, oneOf } from "../answer.ts";
import { type Connection, identityOf } from "../connect/connections.ts";
import { diffText } from "../connect/diff.ts";
import { HARNESSES } from "../connect/harnesses.ts";
import { ConnectRecord } from "../connect/record.ts";
import { requirePerson } from "../door.ts";
import { CliError, EXIT } from "../failure.ts";
import { projectOf } from "../kept-seat.ts";
import type { Cli } from "../settings.ts";

export function addDisconnect(program: Command, cli: Cli): void {
  const command = define(
    program,
    "disconnect",
    "take back what connect wrote for this folder, and forget its credential",
    "Files that nobody else has changed are again what they were, to the byte. The seat itself stays: revoke its credential to end it.",
  )
    .option("--for <harness>", "only this one", oneOf(...HARNESSES))
    .option("--dry-run", "only show what would change");
  answering(cli, command, async (_, options) => {
    await requirePerson(cli);
    const folder = await projectOf(cli.io.cwd);
    const identity = identityOf(folder);
    const record = await ConnectRecord.open(cli.settings.ownDir);
    const here = record.connections.filter(
      (one) =>
        (one.folder === folder || (identity !== null && one.identity === identity)) &&
        (options.for === undefined || one.harness === options.for) &&
        (cli.settings.as === undefined || one.name === cli.settings.as),
    );
    if (here.length === 0)
      throw new CliError(
        "not_connected",
        `Nothing is connected in ${folder}.`,
        "Run this in the folder that was connected.",
        EXIT.notFound,
      );
    let shown = "";
    for (const connection of here) {
      const edits = await record.plan(connection, []);
      const changed = edits.filter(({ now, then }) => now !== then);
      shown += diffText(changed);
      if (options.dryRun) continue;
      await record.carryOut(
        edits,
        record.connections.filter((one) => one !== connection),
      );
    }
    if (options.dryRun)
      return {
        data: { connections: here, diff: shown },
        text: shown || "No file would change. The credential would be forgotten here.",
      };
    const gone = here.filter(
      ({ agentId, folder: at }) => !record.connections.some((one) => one.agentId === agentId && one.folder === at),
    );
    await forget(cli, gone);
    const names = here.map(({ name, room }) => `${name} in ${room}`);
    return {
      data: { connections: here },
      text: `${shown}Disconnected: ${[...new Set(names)].join(", ")}. The credential is forgotten here; \`squadroom credential revoke\` on the server's machine ends it everywhere.`,
    };
  });
}

async function forget(cli: Cli, gone: readonly Connection[]): Promise<void> {
  const states = new AgentStates(cli.settings.stateDirs);
  for (const state of await states.all())
    if (gone.some((one) => one.agentId === state.agentId && one.folder === state.kept?.folder))
      await states.save({ ...state, kept: null });
}
