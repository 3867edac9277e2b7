import type { RoleName } from "../kernel/ids.ts";
import { listed } from "../kernel/words.ts";
import { hasPipelineTasks } from "../team/pipelines.ts";
import { handoffTargets } from "../team/targets.ts";
import type { Role, Target, Team, Variant } from "../team/team.ts";
import { fullVariant } from "../team/variants.ts";
import { NAMED } from "./commands.ts";
import { sizeOf } from "./context/budget.ts";
import { bullets, section } from "./markdown.ts";
import { chainText, targetsIn, variantsOf } from "./roles.ts";

/** How work goes through the team as this role sees it, whoever is present. */
export function workflowGuidance(team: Team, role: Role): string | null {
  if (team.roles.length === 1) return section("Workflow", `The chain is ${chainText(fullVariant(team).chain)}.`);
  return section("Workflow", ...(listing(team, role) ?? rules(team, role)), ...always(team, role));
}

function always(team: Team, role: Role): string[] {
  const { entryPoint, entryFallback, isolated } = team;
  const kept =
    "What a delivery allowed stays allowed while that role is available; a role that joins later adds a target.";
  const acting = `While no ${entryPoint} is connected, the first available role by priority acts as it: it gets the ${entryPoint}'s messages and may pass work as the ${entryPoint} does.`;
  const apart =
    role.name === entryPoint
      ? "This team keeps its roles apart: nobody stands in for a role that is away, and only you write to the others and to the user."
      : `This team keeps its roles apart: you work on tasks of your own prefixes, inside their boundaries, write to the ${entryPoint} only, and create tasks for yourself only. The server refuses the rest.`;
  return [kept, ...(entryFallback ? [acting] : []), ...(isolated ? [apart] : [])];
}

const DECIDES = "The available roles decide the variant, at each delivery and again at the handoff.";
/** Most bytes of a listing. */
const LISTING_BYTES = 2_000;

/** The variants that a team wrote, if they are few. */
function listing(team: Team, role: Role): string[] | null {
  if (team.variants.length === 0) return null;
  const rows = team.variants.map(({ needs, name, chain, note }) => {
    const others = listed(needs.length > 0 ? needs : ["nobody else"]);
    return `| ${others} | ${name} | ${chainText(chain)} | ${note || "–"} |`;
  });
  const table = [
    `| Available beside the ${team.entryPoint} | Variant | Chain | What differs |`,
    "|---|---|---|---|",
    ...rows,
  ].join("\n");
  const lines = variantsOf(team, role.name).map((variant) => {
    const { targets, reroutes } = targetsIn(team, role.name, variant);
    const passes = targets.map(
      ({ to, intents, unreviewed }) => `${to} (${intents.join(", ")}${unreviewed ? "; marked unreviewed" : ""})`,
    );
    const instead = reroutes.map(({ wanted, got }) => `what you send to ${wanted} goes to ${got}`);
    return `**${variant.name}**: ${[listed(passes) || "nobody", ...instead].join("; ")}.`;
  });
  const blocks = [DECIDES, table, "Where you may hand off:", bullets(lines)];
  return sizeOf(blocks.join("\n\n")) <= LISTING_BYTES ? blocks : null;
}

/** The full team, who takes over from an absent role, and what follows if several are absent. */
function rules(team: Team, role: Role): string[] {
  const full = fullVariant(team);
  const past = "With several roles away, work goes past all of them to whoever comes next";
  const several =
    team.variants.length > 0
      ? "With several roles away, your delivery says where your work goes."
      : `${past}${role.name === team.entryPoint ? "; where nobody is left, you do their part" : ""}.`;
  return [
    `${DECIDES} With everyone here it is **${full.name}**: ${chainText(full.chain)}. ${hasPipelineTasks(team, role) ? "Except for a pipeline's tasks, you" : "You"} then hand off to:`,
    bullets(targetLines(team, role, full)),
    team.isolated
      ? "Each delivery says what is in force and where you may hand off. The server refuses the rest and says what is allowed."
      : bullets([
          several,
          "Each delivery says what is in force and where you may hand off. If that changes before your handoff, the server sends the work to the stand-in, or refuses and says what is allowed.",
        ]),
  ];
}

/** "**builder**, **tester** (work, question); while one is away, the reviewer gets it"; those alike share a line. */
function targetLines(team: Team, role: Role, full: Variant): string[] {
  const alike = new Map<string, { to: Target[]; how: string; instead: string | null }>();
  for (const { to, intents, unreviewed } of targetsIn(team, role.name, full).targets) {
    const how = `(${intents.join(", ")}${unreviewed ? "; marked unreviewed" : ""})`;
    const isAlwaysThere = to === "user" || to === team.entryPoint;
    const instead = isAlwaysThere ? null : insteadOf(team, role, to);
    const line = alike.get(how + instead) ?? { to: [], how, instead };
    line.to.push(to);
    alike.set(how + instead, line);
  }
  return [...alike.values()].map(({ to, how, instead }) => {
    const isRest = to.length > NAMED && to.length === team.roles.length - 1;
    const names = isRest ? "**everyone else**" : to.map((name) => `**${name}**`).join(", ");
    const away = to.length === 1 ? "it is" : "one is";
    return `${names} ${how}${instead === null ? "" : `; while ${away} away, ${instead}`}.`;
  });
}

/** Who gets what this role would hand to an absent one. */
function insteadOf(team: Team, role: Role, absent: RoleName): string {
  const here = team.roles.map(({ name }) => name).filter((name) => name !== absent);
  const { reroutes } = handoffTargets(team, role.name, null, here);
  const found = reroutes.find(({ wanted }) => wanted === absent);
  if (found) return `the ${found.got} gets it${found.unreviewed ? ", marked unreviewed" : ""}`;
  return team.variants.length > 0 || team.isolated ? "the server refuses it" : "you do that part";
}
