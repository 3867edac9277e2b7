import type { Door } from "../agent/agent.ts";
import type { RoleName } from "../kernel/ids.ts";
import { listed } from "../kernel/words.ts";
import { hasPipelineTasks, offeredPipelines } from "../team/pipelines.ts";
import { specOf } from "../team/role-spec.ts";
import { type HandoffTargets, handoffTargets } from "../team/targets.ts";
import { INTENTS, type Intent, type Role, type Team } from "../team/team.ts";
import { fullVariant } from "../team/variants.ts";
import { COMMANDS, handoffCommand, NAMED, PLACEHOLDERS, withText } from "./commands.ts";
import { beginningOf } from "./context/budget.ts";
import { explores } from "./context/explored.ts";
import { bullets, fenced, inline, section } from "./markdown.ts";
import { deliverersOf, intentsOf, isChecker, targetsIn, theRole, variantsOf } from "./roles.ts";

/** How the entry point works with people and with its team. */
export function entryPointGuidance(team: Team, role: Role, door: Door = "cli"): (string | null)[] {
  return [talkToUser(team, role), decompose(team, role, door), coordinate(team, role), involvePeople(team)];
}

const ASK = "What only a person can settle: `squadroom ask`. You keep your task, paused; `wait` brings the answer.";

const STUCK =
  "Report errors: `squadroom error MESSAGE --tried FIX`; the third of your run stops you. Blocked by others: `squadroom progress --blocker TEXT --needs ROLE`.";

const LOCK = "Lock what you write outside your task's files first: `squadroom lock --wait PATTERN`.";

/** Who coordinates, for every other role. */
export function coordinatorGuidance(team: Team, role: Role): (string | null)[] {
  const entry = team.entryPoint;
  const deliverers = deliverersOf(team);
  const delivers = deliverers.includes(role.name);
  const isOnlyVoice = deliverers.every((name) => name === entry);
  return [
    section(
      "Your coordinator",
      bullets([
        `${team.folder ? "" : "The "}**${entry}** coordinates: the user's messages arrive there${isOnlyVoice ? ", and the user hears only from there" : ""}. Ask it what your task leaves open: with \`squadroom send --wait\` the task stays yours and its clock is paused until the answer comes. Don't widen the task yourself.`,
        delivers
          ? "You bring results to the user. Be concise: the outcome first, then what was checked and what is open, as one answer for the whole team's work."
          : `Never promise the user anything. Send what only the user can decide to ${theRole(team, entry)} as a question.`,
        ASK,
        STUCK,
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
        "Be concise. Give the outcome first, then what was checked, what is open and what the user should decide.",
        isAlone
          ? "Report one result, with its evidence."
          : "Combine the team's work into one answer; don't forward reports.",
        delivers ? "Answer simple factual questions yourself, at once." : null,
        delivers
          ? "Every message from the user ends in one delivery or in a question to the user. If you created tasks for it, the last open one delivers: its `done` sends the summary."
          : null,
        others.length > 0
          ? `When you pass work to the ${listed(others, "or")}, that role answers the user for you: say what the answer needs.`
          : null,
        intentsOf(team, role.name).includes("question") ? QUESTION : null,
      ].filter((line) => line !== null),
    ),
  );
}

const QUESTION =
  "When the answer decides what the task is, hand a `question` to the user; the answer comes as a new task. Ask everything at once, with what you found and the option you would take.";

function decompose(team: Team, role: Role, door: Door): string | null {
  if (door === "print") return null;
  const tasks = exampleTasks(team, role);
  return section(
    "Splitting work",
    bullets([
      "A small request stays one task: do it, or pass it on.",
      "Split work whose parts can be done or checked separately. One call creates all tasks or none; `ref` names a task within the call, `requires` makes it wait for others (`ref:NAME` or a task's id):",
    ]),
    {
      cli: fenced(`squadroom task create --file - <<'JSON'\n${tasks}\nJSON`, "sh"),
      rest: fenced(`POST …/tasks\n${tasks}`, "http"),
      mcp: fenced(`create_tasks ${tasks}`, "text"),
    }[door],
    bullets([
      "Agents see the instruction and the user's message, not your reasoning. Say what to do and where, what not to touch (`boundaries`), what it produces (`outputs`) and how to tell that it is right (`successCriteria`).",
      `Tasks that can run at once must not write the same files. ${LOCK}`,
      intentsOf(team, role.name).includes("deliver")
        ? "Then end your own task with `done`."
        : "Then end your own task with `done`; the last task of the plan answers the user.",
    ]),
  );
}

/** Most steps between the parts and the answer: an example, not the plan of a team of ten. */
const STEPS_SHOWN = 1;

/** The chain of the full team as tasks: two parts, what follows them, and the answer. */
function exampleTasks(team: Team, role: Role): string {
  const { chain } = fullVariant(team);
  const way = chain.slice(1, -1).filter((target): target is RoleName => target !== "user");
  const workers = way.filter((_, i) => !(i === 0 && way.length > 1 && way.at(-1) === role.name));
  const [first = role.name, ...after] = workers;
  const rest = [...after.slice(0, -1).slice(0, STEPS_SHOWN), ...after.slice(-1)];
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
    lines.push(`{"role":"${first}","title":"Answer the user","instruction":"…","requires":[${before}]}`);
  }
  return `{"tasks":[\n  ${lines.join(",\n  ")}\n]}`;
}

function coordinate(team: Team, role: Role): string | null {
  const others = team.roles.filter((other) => other.name !== role.name);
  if (others.length === 0) return null;
  const offered = offeredPipelines(team).filter(({ missing }) => missing.length === 0);
  return section(
    "Coordinating",
    bullets([
      ...specialties(others),
      team.isolated
        ? "Give work to available roles."
        : "Give work to available roles; the workflow says who takes over for whom.",
      `Look first: \`${COMMANDS.status}\` shows the team, \`${COMMANDS.taskList}\` the work. Each agent does one task at a time.`,
      ...(offered.length > 0
        ? [
            `A pipeline makes its own tasks, hands each on and asks a person at its checkpoints. Where one fits, start it, tell the user, and split nothing by hand: \`squadroom session add TITLE --pipeline NAME --description TEXT\`. ${offered.map(({ pipeline: { name, about } }) => `**${name}**: ${inline(beginningOf(about, PIPELINE_BYTES))}`).join("; ")}.`,
            "Tasks of a pipeline that wait for you: `squadroom dispatch SESSION` starts all; name some to start only those, with `--in-order` one after the other.",
            "`squadroom session show SESSION --round ROUND` has a discussion whole.",
            "To redo finished steps, and all that was built on them: `squadroom session revise SESSION TASK --note TEXT [--dry-run]`.",
          ]
        : []),
      "Don't watch waiting tasks: they become ready by themselves. A failed task waits for a person, and so does whatever requires it.",
      ...specActs(role),
    ]),
  );
}

/** Most bytes for a pipeline's purpose. */
const PIPELINE_BYTES = 80;

/** Most bytes for all members together. */
const SPECIALTIES_BYTES = 1_600;

function specialties(others: readonly Role[]): string[] {
  const share = Math.floor(SPECIALTIES_BYTES / others.length);
  return others.map(({ name, specialty }) => {
    const said = beginningOf(specialty, share);
    return `**${name}**: ${said}${said === specialty ? "." : " …"}`;
  });
}

/** @source document 003, the small prompt */
const INVOLVE = "a change of direction, a new role or agent, or a release";

function involvePeople({ involve }: Team): string | null {
  return section(
    "When to involve a person",
    bullets([
      "Ask when a wrong guess is expensive, something costs money or can't be undone, or requests contradict each other. Decide the rest yourself and say so.",
      involve === undefined
        ? `Always ask before ${INVOLVE}.`
        : `Always ask about what your team wants to be asked about: ${inline(involve)}`,
      ASK,
      STUCK,
    ]),
  );
}

/** What is asked of whoever judges others' work. */
export const CHECK =
  "Check against the instruction, the user's message and the criteria: read what changed, run what can be run. Each finding says file and line, what is wrong, why it matters, and how to tell that it is fixed.";
/** What is asked of whoever does the work. */
export const PROVE =
  "Prove your work before you pass it on: run the project's checks, and say which ones and what they showed.";

/** How this role works, from what it may pass on. */
function conduct(team: Team, role: Role): string[] {
  const isCheck = isChecker(team, role.name);
  return [
    "Stay inside the task's boundaries. Put what you notice outside them into the message, not into the code.",
    LOCK,
    isCheck ? CHECK : PROVE,
    isCheck
      ? "No findings is a result too: say what you checked and how."
      : "In rework, answer every finding: fixed, or why not.",
    "Report every changed file as an artifact, and every choice that binds others as a decision.",
    ...specActs(role),
  ];
}

/** What the keys of a role's spec let its agent do. */
function specActs(role: Role): string[] {
  const { subagents, messageTypes } = specOf(role);
  return [
    ...(subagents.length > 0
      ? [
          ...(explores(role)
            ? ["Before you explore the project, look up what was found: `squadroom scout show ANGLE`."]
            : []),
          "Report each subagent that you call: `squadroom progress --subagent NAME`. If it fails, add `--failed WHY`: the answer says what to try instead.",
        ]
      : []),
    ...(messageTypes.length > 0
      ? [
          "Log what happens at your task, with one of your types: `squadroom log TYPE SUMMARY`. It interrupts nobody. Ends log themselves.",
        ]
      : []),
  ];
}

const MEANING: Record<Intent, string> = {
  work: "a task for the next role in the chain: what you want done, or what you did and want checked; your own success criteria must be met",
  question:
    "you can't continue without an answer and changed nothing; a question or answer that reports changed files counts as work",
  answer: "your reply to a question, back to whoever asked",
  findings: "what is wrong with the work, back to whoever fixes it",
  deliver: "the result for the user; every success criterion must be met",
};

/** What a handoff is and what each intent of this role means. */
export function handoffRules(team: Team, role: Role): string | null {
  const intents = intentsOf(team, role.name);
  const reroutes = variantsOf(team, role.name).some(
    (variant) => targetsIn(team, role.name, variant).reroutes.length > 0,
  );
  // A team that keeps its roles apart has read this along with everything that it may do.
  const enforced = team.isolated
    ? []
    : [
        reroutes
          ? "The server enforces this: if a role has left, it uses the stand-in and says so, or refuses and says what is allowed."
          : "The server enforces this: it refuses and says what is allowed.",
      ];
  return section(
    "Handoff rules",
    bullets([
      "A handoff completes your task, delivers your message and creates the next task in one step. The receiver sees only that message and the result you report.",
      ...withAnswer(team, intents).map((intent) => `\`${intent}\`: ${MEANING[intent]}.`),
      ...enforced,
      "Every task ends with a handoff, `done` or `fail`. Otherwise the claim or the task's time runs out, and work that has begun costs an attempt; after the third, a person is asked.",
      hasPipelineTasks(team, role)
        ? "A pipeline's tasks end with `done`, never with a handoff: the pipeline says what comes next. So do others whose delivery lists `done` first: a handoff would start a second chain."
        : "If a delivery lists `done` first, other tasks follow already: a handoff would start a second chain beside them.",
    ]),
  );
}

/** Anybody with colleagues may be asked. */
function withAnswer({ roles }: Team, intents: readonly Intent[]): Intent[] {
  return INTENTS.filter((one) => intents.includes(one) || (one === "answer" && roles.length > 1));
}

/** The commands of this role, ready to copy; no handoff if nobody is present to get one. */
export function commandsOf(team: Team, role: Role, available: readonly RoleName[]): string {
  const isAnyoneThere = handoffTargets(team, role.name, null, available).targets.length > 0;
  const { targets } = targetsIn(team, role.name, fullVariant(team));
  const handoffs = isAnyoneThere ? exampleHandoffs(targets) : [];
  const done = "squadroom done --next";
  const isDoneFirst = handoffs.length === 0 || hasPipelineTasks(team, role);
  const [first = done, ...others] = isDoneFirst ? [done, ...handoffs] : handoffs;
  return fenced(
    [
      COMMANDS.wait,
      withText(first, PLACEHOLDERS.words),
      ...others,
      COMMANDS.progress,
      ...(isDoneFirst ? [] : [done]),
      COMMANDS.fail,
      "squadroom ask --option 'a possible answer'",
      `squadroom send ${team.isolated && role.name !== team.entryPoint ? team.entryPoint : "ROLE"}`,
      "squadroom task create --file tasks.json",
      COMMANDS.taskList,
      "squadroom task show ID",
      ...(role.name === team.entryPoint ? [] : ["squadroom backlog add 'work for later'"]),
      COMMANDS.status,
      COMMANDS.context,
      COMMANDS.leave,
    ].join("\n"),
    "sh",
  );
}

/** One line per target, in which its intents differ by one word. Many that start alike share a line. */
function exampleHandoffs(targets: HandoffTargets["targets"]): string[] {
  const lines = targets.map(({ to, intents: [first = "work"] }) => ({
    line: handoffCommand(to, first),
    alike: to === "user" ? null : handoffCommand("ROLE", first),
  }));
  const isMany = (alike: string | null) => alike !== null && lines.filter((one) => one.alike === alike).length > NAMED;
  return [...new Set(lines.map(({ line, alike }) => (alike && isMany(alike) ? alike : line)))];
}
