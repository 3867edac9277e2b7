import type { Output } from "../kernel/assignment.ts";
import { plainPath } from "../kernel/glob.ts";
import type { Artifact } from "./result.ts";

export type { Output };

export function outputPath(output: Output): string {
  return typeof output === "string" ? output : output.path;
}

/** `endpoint (src/users.ts)`. */
export function outputText(output: Output): string {
  return typeof output === "string" ? output : `${output.name} (${output.path})`;
}

/** Names of outputs, by path. */
export function outputNames(outputs: readonly Output[]): Map<string, string> {
  return new Map(outputs.flatMap((one) => (typeof one === "string" ? [] : [[plainPath(one.path), one.name]])));
}

type Made = Pick<Artifact, "path" | "status">;

/** Outputs that neither the result nor the progress before it names, nor the diff touches. */
export function missingOutputs(
  { outputs, progress }: { outputs: readonly Output[]; progress: { artifacts: Made[] } | null },
  { artifacts = [], touched = [] }: { artifacts?: Made[]; touched?: readonly string[] },
): Output[] {
  const said = [...(progress?.artifacts ?? []), ...artifacts];
  const last = new Map(said.map(({ path, status }) => [plainPath(path), status]));
  for (const path of touched) if (!last.has(plainPath(path))) last.set(plainPath(path), "modified");
  return outputs.filter((one) => {
    const status = last.get(plainPath(outputPath(one)));
    return status === undefined || status === "deleted";
  });
}
