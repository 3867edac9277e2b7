import type { Around } from "./harness/found.ts";
import { HARNESSES, harnessNamed } from "./harness/harnesses.ts";

/** A role that the runner starts agents for, and what they run in. */
export interface Offer {
  role: string;
  harness: string;
  model?: string;
  /** Models that the harness accepts, the preferred first. */
  models?: string[];
  /** Its runs end after their answer. */
  ephemeral?: boolean;
}

type Known = {
  role: string;
  with?: string | undefined;
  model?: string | undefined;
  models?: string[] | undefined;
  ephemeral?: boolean;
};

/**
 * From words such as `builder` and `reviewer=claude`; what a word leaves open is what the project's file says about its
 * role, otherwise what holds for all.
 */
export function offersFrom(
  words: readonly string[],
  known: readonly Known[],
  all: { with?: string | undefined; model?: string | undefined },
): Offer[] {
  const said = words.flatMap((word) => word.split(",")).filter((word) => word !== "");
  return said.map((word) => {
    const [role = "", named] = word.split("=", 2);
    const own = known.find((one) => one.role === role);
    const harness = named || all.with || own?.with || "acp";
    const model = all.model ?? own?.model;
    // They belong to the harness that the file names.
    const models = own?.with === undefined || own.with === harness ? own?.models : undefined;
    return {
      role,
      harness,
      ...(model ? { model } : {}),
      ...(models ? { models } : {}),
      ...(own?.ephemeral ? { ephemeral: true } : {}),
    };
  });
}

/** Why one of them could not start here, with the line that fixes it. @throws Error in words for the user */
export async function checkOffers(offers: readonly Offer[], argv: readonly string[], around: Around): Promise<void> {
  for (const name of new Set(offers.map(({ harness }) => harness))) {
    if (!HARNESSES.includes(name)) throw new Error(`There is no harness ${name}. Use one of ${HARNESSES.join(", ")}.`);
    const harness = harnessNamed(name, around, argv);
    if (!harness)
      throw new Error(
        `${name} needs the agent's program after \`--\`, such as \`-- my-agent --acp\`. Or run \`--with claude\`, codex, copilot, opencode or gemini.`,
      );
    const probe = await harness.probe();
    if ("missing" in probe) throw new Error(`${probe.missing} Install it: ${probe.install}`);
  }
}
