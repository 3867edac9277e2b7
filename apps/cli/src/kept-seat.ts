import { stat } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import type { AgentState, AgentStates, Kept } from "./agent-state.ts";
import { CliError } from "./failure.ts";
import { harnessOf } from "./harness.ts";
import type { Cli } from "./settings.ts";

interface KeptSeat {
  token: string;
  state: AgentState;
}

/**
 * The agent that a call without variables speaks for: the one that joined in this folder or above it. Of several, the
 * one that was connected for what runs this call, otherwise the one whose join shares the nearest process with it: they
 * run under the same client.
 */
export async function keptFor({ io, settings }: Cli, states: AgentStates): Promise<KeptSeat | null> {
  const here = (await states.all()).flatMap((state) => {
    const { kept } = state;
    const { token, folder = "" } = kept ?? {};
    return kept && token && isWithin(io.cwd, folder) ? [{ state, kept: { ...kept, token } }] : [];
  });
  const named = here.filter(({ state }) => settings.as === undefined || state.name === settings.as);
  const [first, ...others] = named;
  if (!first) {
    if (settings.as === undefined || here.length === 0) return null;
    throw whichAgent(`No agent called ${settings.as} has joined in this folder.`, here);
  }
  // The newest is first: the named one may have joined with another credential before.
  if (others.length === 0 || settings.as !== undefined) return { token: first.kept.token, state: first.state };
  const harness = settings.harness ?? harnessOf({}, io.commandsAbove());
  const [its, ...more] = named.filter(({ kept }) => harness && kept.harness === harness);
  if (its && more.length === 0) return { token: its.kept.token, state: its.state };
  const own = io.ancestry().split(" ");
  const distances = named.map(({ kept }) => distanceTo(kept, own));
  const nearest = Math.min(...distances);
  const near = named.filter((_, at) => distances[at] === nearest);
  const [only] = near;
  if (only && near.length === 1) return { token: only.kept.token, state: only.state };
  throw whichAgent(`${named.length} agents have joined in this folder.`, named);
}

/** How far above this call the first process is that was above the join, too. */
export function distanceTo({ ancestry }: Pick<Kept, "ancestry">, own: readonly string[]): number {
  const theirs = new Set(ancestry.split(" ").filter(Boolean));
  const at = own.findIndex((one) => theirs.has(one));
  return at < 0 ? Number.POSITIVE_INFINITY : at;
}

function whichAgent(message: string, seats: readonly { state: AgentState }[]): CliError {
  const names = [...new Set(seats.map(({ state }) => state.name))].join(", ");
  return new CliError(
    "which_agent",
    message,
    `Say which one you are, for example \`squadroom --as NAME wait\`. They are: ${names}.`,
  );
}

export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);
}

/** The repository around the folder, otherwise the folder itself. */
export async function projectOf(folder: string): Promise<string> {
  for (let at = folder; ; at = dirname(at)) {
    if (await stat(join(at, ".git")).catch(() => null)) return at;
    if (dirname(at) === at) return folder;
  }
}
