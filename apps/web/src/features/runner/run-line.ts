import { connectLink } from "@squadroom/core/kernel/connect-link";
import { FOUND_HARNESSES } from "@squadroom/core/run/run";

/** What a machine starts agents in: one that it finds by itself, or a program that speaks ACP. */
export const WITH = [...FOUND_HARNESSES, "acp"] as const;
export type With = (typeof WITH)[number];

export interface RunChoice {
  roles: readonly string[];
  harness: With;
  /** For `acp`, in a terminal's form. */
  program: string;
  slots: number;
}

/** The line for a machine: with the command installed there, or from the server and with a single-use link. */
export function runLine(
  at: { command: string; room: string } | { origin: string; code: string },
  { roles, harness, program, slots }: RunChoice,
): string {
  const start =
    "command" in at
      ? [at.command, "run", "--room", at.room]
      : ["npx -y", `${at.origin}/squadroom.tgz`, "run", connectLink(at.origin, at.code)];
  const words = [...start, "--role", roles.join(","), "--slots", slots];
  if (harness !== "acp") return [...words, "--with", harness].join(" ");
  return [...words, "--", program.trim()].join(" ");
}
