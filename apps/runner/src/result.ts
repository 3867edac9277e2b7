import type { Agent, Delivery } from "@squadroom/client/agent";
import { ATTACHMENT_MAX, sizeText } from "@squadroom/core/attachment/attachment";
import type { RunReportBody } from "@squadroom/core/run/runner-contract";
import { beginningOf } from "./cut-text.ts";
import { FinalError, isLost, lastWord } from "./failures.ts";
import { wordsOf } from "./harness/desk.ts";
import type { TurnEnd } from "./harness/harness.ts";
import { outlasting } from "./outage.ts";
import { checksOf, evidenceOf } from "./turn-report.ts";
import type { Found, Place, Workplace } from "./workplace.ts";

/**
 * What was made in a task's tree, in the form of its result: files, diff, and the checks that were run here. Empty if
 * nothing changed. In a folder without trees nobody knows what changed: there it is the checks, after a turn with
 * tools.
 */
export async function resultOf(
  { taskId, title, tools }: { taskId: string; title: string | null; tools: number },
  {
    agent,
    place,
    workplace,
    room,
    report,
  }: {
    agent: Agent;
    place: Place;
    workplace: Workplace;
    room: string;
    report(examined: RunReportBody): Promise<unknown>;
  },
): Promise<Record<string, unknown>> {
  if (!place.tree) return tools > 0 ? checksOf(await workplace.check()) : {};
  const { name, role } = agent.joined;
  const found = await workplace.examine(place.tree, name, `${taskId}: ${title ?? role}`);
  // What was made and taken back is reported, too: that is where the branch is.
  if (!found || found.head === found.base) return {};
  const whole = wholeOf(taskId, found);
  const evidence = evidenceOf(taskId, place.branch, found);
  await report({ kind: "examined", evidence, diff: found.diff });
  if (found.files.length === 0) return {};
  const content = Buffer.from(whole).toString("base64");
  const body = { name: `${taskId}.diff`, type: "text/x-diff", content };
  const { id } = await agent.client.call("addAttachment", { params: { room }, body });
  return { artifacts: evidence.artifacts, diff: id, ...checksOf(evidence.checks) };
}

/** The room judges the whole change: a truncated diff starts with the list of all files. */
function wholeOf(taskId: string, { list, diff, files }: Found): string {
  const left = ATTACHMENT_MAX - Buffer.byteLength(list);
  if (left < 0)
    throw new Error(
      `${taskId} changes ${files.length} files. Their names alone are more than ${sizeText(ATTACHMENT_MAX)}, so nobody could judge them. Put what is generated into .gitignore and remove it from the branch, then end the task.`,
    );
  return Buffer.byteLength(diff) <= left ? list + diff : list;
}

/** What an agent says about its result, with what was found. What it says about checks run here is left out. */
export function withFound(
  given: unknown,
  found: Record<string, unknown>,
  { checkNames }: Pick<Workplace, "checkNames">,
): Record<string, unknown> {
  const { checks: told = [], ...said } = (given ?? {}) as Record<string, unknown>;
  // Anything but a list is refused where the result goes.
  if (!Array.isArray(told)) return { ...said, checks: told, ...found };
  const { checks: ran = [], ...made } = found as { checks?: readonly unknown[] };
  const own = told.filter((check) => !checkNames.includes(String(check?.name)));
  const checks = [...ran, ...own];
  return { ...said, ...made, ...(checks.length > 0 ? { checks } : {}) };
}

/**
 * Submits what a program without tools said, and what it made. A failure here would recur after the same work.
 *
 * @returns how its turn ended
 */
export async function handedIn(
  {
    agent,
    task,
    made,
    signal,
  }: {
    agent: Agent;
    task: Delivery;
    made: () => Promise<Record<string, unknown>>;
    signal: AbortSignal;
  },
  end: TurnEnd,
): Promise<TurnEnd> {
  try {
    const found = await outlasting(() => lastWord(made, signal), signal);
    if (!found) return end;
    if (end.text.trim() === "" && found.artifacts === undefined) return end;
    await outlasting(() => lastWord(() => handIn(agent, task, end.text, found), signal), signal);
    return end;
  } catch (error) {
    if (isLost(error)) return end;
    if (!(error instanceof FinalError)) throw error;
    return { why: "failed", text: wordsOf(error), isFinal: true };
  }
}

/** To whoever is next. */
async function handIn(agent: Agent, task: Delivery, text: string, made: Record<string, unknown>): Promise<void> {
  const said = beginningOf(text.trim(), 3_900);
  const summary = said === "" ? "It printed nothing; its changes are the result." : said;
  const result = { summary, ...made };
  const to = task.allowedHandoffs.find(({ intents }) => intents.some((one) => one === "work" || one === "deliver"));
  const intent = to?.intents.includes("work") ? "work" : "deliver";
  if (to) await agent.handOff(task, { to: to.to, intent, message: summary, result } as never);
  else await agent.complete(task, { result, reply: text.trim() === "" ? summary : text } as never);
}
