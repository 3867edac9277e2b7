import type { RoleName } from "../kernel/ids.ts";
import { INTENTS, type Intent, type Role, type Target, type Team } from "../team/team.ts";
import { COMMANDS, handoffCommand, PLACEHOLDERS, withText } from "./commands.ts";
import { bullets, fenced, listed, section } from "./markdown.ts";
import { chainText, deliverersOf, intentsOf, isChecker, variantsOf } from "./roles.ts";

/** How the entry point works with people and with its team. */
export function entryPointGuidance(team: Team, role: Role, isRest = false): (string | null)[] {
  return [
    talkToUser(team, role),
    decompose(team, role, isRest),
    coordinate(team, role),
    involvePeople(),
  ];
}

const ASK =
  "Where only a person can settle it and you then go on: `squadroom ask` keeps your task and stops its clock; `wait` brings the answer.";

/** Who coordinates, for every other role. */
export function coordinatorGuidance(team: Team, role: Role): (string | null)[] {
  const entry = team.entryPoint;
  const delivers = deliverersOf(team).includes(role.name);
  return [
    section(
      "Your coordinator",
      bullets([
        `The **${entry}** coordinates: the user's messages arrive there${delivers ? "" : ", and what the user hears comes from there"}. Bring it what your task leaves open; do not widen the task yourself.`,
        delivers
          ? "You bring results to the user. Be concise: the outcome first, then what was checked and what is open, as one answer for the whole team's work."
          : `Never promise the user anything. What only the user can decide goes to the ${entry} as a question.`,
        ASK,
      ]),
    ),
    section("How to work", bullets(conduct(team, role))),
  ];
}

function talkToUser(team: Team, role: Role): string | null {
  const others = deliverersOf(team).filter((name) => name !== role.name);
  const isAlone = team.roles.length === 1;
  const delivers = intentsOf(team, role.name).includes("deliver");
  return section(
    "Talking to the user",
    bullets(
      [
        "Be concise. The outcome first, then what was checked, what is open, what the user should decide.",
        isAlone
          ? "Report one result, with its evidence."
          : "Put the team's work together into one answer instead of forwarding reports.",
        delivers
          ? "Every message of the user ends in one delivery, or in a question to the user. Where you made tasks for it, the last open one delivers: its `done` sends the summary."
          : null,
        others.length > 0
          ? `The ${listed(others, "or")} answers the user in your place when you pass work there: say what the answer needs.`
          : null,
        intentsOf(team, role.name).includes("question") ? QUESTION : null,
      ].filter((line) => line !== null),
    ),
  );
}

const QUESTION =
  "Where the answer decides what the task is, pass a `question` to the user: the answer comes as a new task. Ask everything at once, with the option you would take and what you found out.";

function decompose(team: Team, role: Role, isRest: boolean): string | null {
  return section(
    "Splitting work",
    bullets([
      "A small request stays one task: do it, or pass it on.",
      "Split what has parts that can be done or checked apart. One call creates all tasks, or none; `ref` names one within the call, `requires` makes it wait (for `ref:NAME` or a task's id):",
    ]),
    isRest
      ? fenced(`POST …/tasks\n${exampleTasks(team, role)}`, "http")
      : fenced(`squadroom task create --file - <<'JSON'\n${exampleTasks(team, role)}\nJSON`, "sh"),
    bullets([
      "The agent sees the instruction and the user's message, not your thoughts. Say what, where, what not to touch (`boundaries`), what comes out (`outputs`), how to tell that it is right (`successCriteria`).",
      "Tasks that may run at once do not write the same files.",
      "Then end your own task with `done`; the last task of the plan answers the user.",
    ]),
  );
}

/** The chain of the full team as tasks: two parts, what follows them, and the answer. */
function exampleTasks(team: Team, role: Role): string {
  const chain = team.variants[0]?.chain ?? [];
  const way = chain.slice(1, -1).filter((target): target is RoleName => target !== "user");
  const workers = way.filter((_, i) => !(i === 0 && way.length > 1 && way.at(-1) === role.name));
  const [first = role.name, ...rest] = workers;
  const part = (ref: string) =>
    `{"ref":"${ref}","role":"${first}","title":"…","instruction":"…","outputs":["src/${ref}.ts"],"successCriteria":["tests pass"]}`;
  const lines = [part("a"), part("b")];
  let before = '"ref:a","ref:b"';
  for (const [i, name] of rest.entries()) {
    const isLast = i === rest.length - 1;
    const ref = isLast ? "" : `"ref":"c${i}",`;
    lines.push(
      `{${ref}"role":"${name}","title":"${isLast ? "Answer the user" : "Check a and b"}","instruction":"…","requires":[${before}]}`,
    );
    before = `"ref:c${i}"`;
  }
  if (rest.length === 0) {
    lines.push(
      `{"role":"${first}","title":"Answer the user","instruction":"…","requires":[${before}]}`,
    );
  }
  return `{"tasks":[\n  ${lines.join(",\n  ")}\n]}`;
}

function coordinate(team: Team, role: Role): string | null {
  const others = team.roles.filter((other) => other.name !== role.name);
  if (others.length === 0) return null;
  return section(
    "Coordinating",
    bullets([
      ...others.map((other) => `To the **${other.name}**: ${other.specialty}.`),
      "Give work to roles that are available; the workflow says who takes over for whom.",
      `First look: \`${COMMANDS.status}\` shows the team, \`${COMMANDS.taskList}\` the work. Each agent does one task at a time.`,
      "Waiting tasks need no watching: they become ready when what they require completes. A failed one waits for a person, and so does what requires it.",
    ]),
  );
}

function involvePeople(): string | null {
  return section(
    "When to involve a person",
    bullets([
      "Ask when a wrong guess is expensive, when something costs money or cannot be undone, or when wishes contradict. Decide the rest, and say so.",
      ASK,
      "A lead steers tasks and connects agents. A failed task or an absent role asks a person by itself.",
    ]),
  );
}

/** What is asked of who judges others' work. */
export const CHECK =
  "Check against the instruction, the user's message and the criteria: read what changed, run what can be run. Each finding says file and line, what is wrong, why it matters, and how to tell that it is fixed.";
/** What is asked of who does the work. */
export const PROVE =
  "Prove what you did before you pass it on: run the checks that the project has, and say which ones and what they said.";

/** How this role works, from what it may pass on. */
function conduct(team: Team, role: Role): string[] {
  const isCheck = isChecker(team, role.name);
  return [
    "Stay inside the task's boundaries. What you notice outside of it goes into the message, not into the code.",
    isCheck ? CHECK : PROVE,
    isCheck
      ? "No findings is a result too: say what you checked and how."
      : "Rework answers every finding: fixed, or why not.",
    "Report every changed file as an artifact, and every choice that others must keep to as a decision.",
  ];
}

/** The rules of all variants as this role meets them, out of the team's data. */
export function workflowGuidance(team: Team, role: Role): string | null {
  const mine = variantsOf(team, role.name);
  const rows = team.variants.map((variant) => {
    const needs = listed(variant.needs.length > 0 ? variant.needs : ["nobody else"]);
    return `| ${needs} | ${variant.name} | ${chainText(variant.chain)} | ${variant.note || "–"} |`;
  });
  const lines = mine.map(({ variant, targets }) => {
    const passes = targets.targets.map(
      (target) =>
        `${target.to} (${target.intents.join(", ")}${target.unreviewed ? "; marked unreviewed" : ""})`,
    );
    const reroutes = targets.reroutes.map(
      (reroute) => `what you send to ${reroute.wanted} goes to ${reroute.got}`,
    );
    return `**${variant.name}**: ${[listed(passes) || "nobody", ...reroutes].join("; ")}.`;
  });
  const isAlone = team.roles.length === 1;
  return section(
    "Workflow",
    isAlone
      ? `The chain is ${chainText(team.variants[0]?.chain ?? [])}.`
      : [
          "Who is available decides the variant, at each delivery and again at the handoff.",
          "",
          `| Available beside the ${team.entryPoint} | Variant | Chain | What differs |`,
          "|---|---|---|---|",
          ...rows,
        ].join("\n"),
    isAlone
      ? null
      : "What a delivery allowed stays allowed while that role is available; who joins in the middle adds a target.",
    team.entryFallback
      ? `While nobody fills the ${team.entryPoint}, the first role that is there acts as it, by priority: its messages and its ways are that role's then.`
      : null,
    isAlone ? null : `Where you may pass the ball:\n\n${bullets(lines)}`,
  );
}

const MEANING: Record<Intent, string> = {
  work: "a task for the next in the chain: what you want done, or what you did and want checked; your own success criteria are met",
  question:
    "you cannot go on without an answer and changed nothing; it and its answer count as work when they report changed files",
  answer: "to a question that you were asked, back to who asked",
  findings: "what is wrong with the work, back to who fixes it",
  deliver: "the result for the user, every success criterion met",
};

/** What a handoff is and what each intent of this role means. */
export function handoffRules(team: Team, role: Role): string | null {
  const intents = intentsOf(team, role.name);
  const reroutes = variantsOf(team, role.name).some(({ targets }) => targets.reroutes.length > 0);
  return section(
    "Handoff rules",
    bullets([
      "A handoff completes your task, delivers your message and creates the next task, in one act. The receiver sees that message and the result you report, nothing else of yours.",
      ...withAnswer(team, intents).map((intent) => `\`${intent}\`: ${MEANING[intent]}.`),
      reroutes
        ? "The server enforces this: for a role that left it takes the stand-in and says so, or refuses and says what is allowed."
        : "The server enforces this: it refuses and says what is allowed.",
      "Every task ends with a handoff, `done` or `fail`. Without one its lease or its time runs out, and work that has begun has cost an attempt; after the third a person is asked.",
      "`done` completes without passing on. Where a delivery lists it first, a handoff would start a second chain beside tasks that are there.",
    ]),
  );
}

/** Whoever has colleagues may be asked. */
function withAnswer({ roles }: Team, intents: readonly Intent[]): Intent[] {
  return INTENTS.filter((one) => intents.includes(one) || (one === "answer" && roles.length > 1));
}

/** The commands of this role, ready to copy. */
export function commandsOf(team: Team, role: Role): string {
  const [full] = variantsOf(team, role.name);
  const seen = new Set<string>();
  const handoffs = (full?.targets.targets ?? []).flatMap((target) =>
    target.intents
      .map((intent) => exampleHandoff(target.to, intent, seen))
      .filter((line) => line !== null),
  );
  const [first, ...others] = handoffs;
  return fenced(
    [
      COMMANDS.wait,
      ...(first ? [withText(first, PLACEHOLDERS.words)] : []),
      ...others,
      COMMANDS.progress,
      "squadroom done --next",
      COMMANDS.fail,
      "squadroom ask --option 'an answer you see'",
      "squadroom send ROLE",
      "squadroom task create --file tasks.json",
      COMMANDS.taskList,
      "squadroom task show ID",
      ...(role.name === team.entryPoint ? [] : ["squadroom backlog add 'work for some day'"]),
      COMMANDS.status,
      COMMANDS.context,
      COMMANDS.leave,
    ].join("\n"),
    "sh",
  );
}

/** One line per target: the intents of a target differ in one word. */
function exampleHandoff(to: Target, intent: Intent, seen: Set<string>): string | null {
  if (seen.has(to)) return null;
  seen.add(to);
  return handoffCommand(to, intent);
}
