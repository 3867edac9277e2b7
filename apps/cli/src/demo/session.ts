import type { Agent, Delivery } from "@squadroom/client/agent";
import type { Body, Reply } from "@squadroom/client/call";
import { type TaskId, taskId } from "@squadroom/core/kernel/ids";
import { allMet, pause, type Stage } from "./acting.ts";

type Shown = NonNullable<Reply<"getSession">["session"]>;
type Answer = Exclude<NonNullable<Body<"completeTask">["reply"]>, string>;
type Step = NonNullable<NonNullable<Delivery["session"]>["step"]>;

/** What the squad says in any session: it is scripted, so it talks about the change in general. */
export async function playSession(stage: Stage, agent: Agent, task: Delivery): Promise<void> {
  const of = task.session;
  if (!of) throw new Error(`${task.taskId} is not part of a session`);
  const params = { room: agent.joined.roomId, sessionId: of.id };
  const { session } = await agent.client.call("getSession", { params });
  if (!session || of.step === null) return doPart(stage, agent, task);
  await agent.progress(task, { percent: 40, action: ACTIONS[of.step] });
  await pause(stage, `${task.taskId} ${of.step}`);
  const comment = session.work?.comment?.text ?? "";
  if (of.ask === "discuss" && of.step === "design") {
    const summary = `You are right to ask. ${quote(comment)} is covered by the section: it names the case and says which side wins. Revise it if it should say more.`;
    await agent.complete(task, { result: { summary, ...allMet(task, "answered") } });
    return;
  }
  const reply = of.reviewOf ? verdictOn(session, taskId(of.reviewOf)) : presented(of.step, session, comment);
  const result = { summary: `Presented: ${of.step}`, ...allMet(task, "presented") };
  await agent.complete(task, { result, reply });
}

/** A task of the plan: done, with what it changed. */
async function doPart(stage: Stage, agent: Agent, task: Delivery): Promise<void> {
  await agent.progress(task, { percent: 35, action: "reading what the plan names" });
  await pause(stage, `${task.taskId} read`);
  await agent.progress(task, {
    percent: 80,
    action: "writing it, with a test that fails without it",
  });
  await pause(stage, `${task.taskId} write`);
  const summary = `${task.title}: done as planned; its test fails without it.`;
  await agent.complete(task, { result: { summary, ...allMet(task, "a test shows it") } });
}

const ACTIONS: Record<Step, string> = {
  scout: "looking at the files that this touches",
  triage: "judging how much process this deserves",
  questions: "writing down what only you can answer",
  approaches: "comparing ways that differ in kind",
  design: "writing the design",
  plan: "cutting it into tasks",
  review: "reading what changed, and trying it",
};

function presented(step: Step, session: Shown, comment: string): Answer {
  const { title } = session;
  const said = comment === "" ? "" : ` Changed after your comment: ${quote(comment)}.`;
  switch (step) {
    case "scout":
      return {
        type: "scout",
        angle: `what ${quote(title)} touches`,
        files: [
          { path: "src/orders/refund.ts", why: "the rule that would change" },
          { path: "src/pages/order.tsx", why: "where people see it" },
        ],
        top5: ["src/orders/refund.ts: two places decide the same thing"],
        notes: "Nothing here was read for real: this squad is a script.",
      };
    case "triage":
      return {
        type: "triage",
        level: "exploration",
        reasoning: `How ${quote(title)} behaves for people is a choice, and two places would have to agree on it.${said}`,
        batches: [
          {
            title: "The rule in one place",
            description: "One function decides; both callers use it.",
          },
          { title: "What people see", description: "The page says what happens, and why." },
        ],
      };
    case "questions":
      return { type: "questions", questions: questionsOf(session) };
    case "approaches":
      return {
        type: "approaches",
        approaches: [
          {
            id: "rule",
            title: "One rule, asked by both",
            summary: "The rule becomes a pure function; page and endpoint ask it.",
            tradeoffs: "Small, and tested alone. The page needs one more request.",
            taskEstimate: 4,
          },
          {
            id: "state",
            title: "A state on the order",
            summary: "The outcome is stored with the order and shown as it is.",
            tradeoffs: "Fast to show. A migration, and a state that two writers keep in step.",
            taskEstimate: 6,
          },
        ],
        recommendation: "rule",
        reasoning: `Nothing has to be kept in step.${said}`,
      };
    case "design":
      return { type: "design", sections: sectionsOf(session, comment) };
    case "plan":
      return { type: "plan", tasks: tasksOf(session) };
    case "review":
      return {
        type: "review",
        passed: true,
        summary: "It does what the design says; 12 tests, all green.",
      };
    default:
      throw new Error("a step that the demo does not know");
  }
}

function questionsOf({ work, proposals }: Shown) {
  const all = [
    {
      id: "who",
      text: "Who may do this?",
      type: "choice",
      options: ["Everyone who is signed in", "Support only"],
    },
    {
      id: "twice",
      text: "What happens when somebody does it twice?",
      type: "choice",
      options: ["The second time is refused, with the first", "It happens twice"],
    },
    { id: "until", text: "Until when is it possible?", type: "input" },
    { id: "tell", text: "Who is told, and how?", type: "input" },
  ];
  // A comment removes one, so that it shows what a revision keeps.
  return work?.ask === "discuss" && proposals.questions ? all.slice(0, 3) : all;
}

function sectionsOf({ work, proposals, approachId }: Shown, comment: string) {
  const way = approachId === "state" ? "a state on the order" : "one rule that both ask";
  const sections = [
    {
      id: "rule",
      title: "The rule",
      content: `The way is ${way}. It knows the order, the person and the time, and answers *yes*, or *no* with a reason that can be shown.`,
    },
    {
      id: "failure",
      title: "When it goes wrong",
      content:
        "Two requests at once: the order's row is locked, the second one gets the first one's answer. A provider that does not answer leaves the order as it was.",
    },
    {
      id: "page",
      title: "What people see",
      content: "The page asks before it acts, says what happened, and shows the reason when it is not possible.",
    },
  ];
  const about = work?.comment?.sectionId;
  if (work?.ask !== "revise" || !proposals.design) return sections;
  return proposals.design.value.sections.map((section) =>
    section.id === about ? { ...section, content: `${section.content}\n\nRevised: ${comment}` } : section,
  );
}

function tasksOf({ batch, batches }: Shown) {
  const what = batches?.[batch ?? 0]?.title ?? "the change";
  return [
    {
      id: "t1",
      title: `${what}: the code`,
      instruction: `Build ${quote(what)} as the design says.`,
      files: batch === 1 ? ["src/pages/order.tsx"] : ["src/orders/refund.ts"],
      role: "builder",
      successCriteria: ["its test fails without it"],
    },
    {
      id: "t2",
      title: `${what}: its tests`,
      instruction: "Cover the refusals and two requests at once.",
      files: batch === 1 ? ["test/pages/order.test.ts"] : ["test/orders/refund.test.ts"],
      requires: ["t1"],
      role: "builder",
      successCriteria: [],
    },
  ];
}

/** The first review of the first task finds something; everything else passes. */
function verdictOn({ batch, execution }: Shown, reviewed: TaskId): Answer {
  const { planId, rounds } = execution?.outcomes[reviewed] ?? { planId: "", rounds: 0 };
  if ((batch ?? 0) > 0 || planId !== "t1" || rounds > 1)
    return {
      type: "review",
      passed: true,
      summary:
        rounds > 1
          ? "What I found is fixed: the second request waits, and gets the first one's answer."
          : "It is right; the test fails without it.",
    };
  return {
    type: "review",
    passed: false,
    summary: "One thing has to change before this is safe.",
    findings: [
      {
        severity: "high",
        file: "src/orders/refund.ts",
        line: 41,
        issue: "Two requests at once both see the order untouched, and both act.",
        suggestion: "Lock the order's row before the rule is asked.",
      },
    ],
    mustFix: ["The check and the write are one transaction."],
  };
}

function quote(text: string): string {
  return `“${text}”`;
}
