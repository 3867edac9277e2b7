import type { Agent, Delivery } from "@squadroom/client/agent";
import { DEMO_TITLES } from "@squadroom/core/room/demo-story";
import { allMet, answerIn, askPerson, pass, pause, type Scene, type Stage, sceneOf, work } from "./acting.ts";
import { ASK_NEXT, GREETED, NEXT_QUESTION, questionAnswer, remarkOf, statusAnswer } from "./remark.ts";
import { playSession } from "./session.ts";
import type { Topic } from "./topic.ts";
import { quoted, topicOf } from "./topics.ts";
import { playStep } from "./worker.ts";

const TITLE_MAX = 100;

/** Plays one task to its end. */
export async function play(stage: Stage, agent: Agent, task: Delivery): Promise<void> {
  if (stage.isPipeline) return playStep(stage, agent, task);
  if (task.session) return playSession(stage, agent, task);
  const scene = await sceneOf(agent, task);
  if (scene.row.intent === "question") return answerColleague(stage, agent, task, scene);
  switch (agent.joined.role) {
    case "planner":
      return scene.from === null ? takeRequest(stage, agent, task, scene) : deliver(stage, agent, task, scene);
    case "reviewer":
      return scene.from?.role === "planner" ? build(stage, agent, task, scene) : review(stage, agent, task, scene);
    default:
      return build(stage, agent, task, scene);
  }
}

async function takeRequest(stage: Stage, agent: Agent, task: Delivery, { row }: Scene): Promise<void> {
  const { instruction } = row;
  const answer = answerIn(task);
  if (instruction === ASK_NEXT) return takeNext(stage, agent, task, answer);
  const remark = remarkOf(instruction);
  if (remark !== "work") {
    await pause(stage, instruction);
    const message = await answerTo(remark, instruction, agent);
    await pass(agent, task, "user", "deliver", { message, result: allMet(task, "answered") });
    return;
  }
  const topic = topicOf(instruction);
  const isFirst = stage.story.actOf(row.id) === 1;
  await agent.progress(task, { percent: 30, action: "reading the request and what it touches" });
  await pause(stage, instruction);
  if (isFirst && answer === null) return askPerson(agent, task, topic.question);
  await agent.progress(task, {
    percent: 70,
    action: "writing down what to do, and how to tell that it is right",
  });
  await pause(stage, topic.title);
  const isAlone = !task.allowedHandoffs.some(({ intents }) => intents.includes("work"));
  if (isAlone) return doAlone(stage, agent, task, row.instruction, topic);
  await pass(agent, task, "builder", "work", {
    message: `${topic.plan}\n\nThe user's words:\n\n${quoted(instruction)}${decided(topic, answer)}`,
    result: { summary: `Planned: ${topic.title}`, ...allMet(task, "planned") },
    task: { title: topic.title, successCriteria: topic.criteria },
  });
}

function decided({ question }: Topic, answer: string | null): string {
  return answer === null ? "" : `\n\nI asked: ${question.text} The user decided:\n\n${quoted(answer)}`;
}

/** Asks what comes next; the answer becomes a request of its own. */
async function takeNext(stage: Stage, agent: Agent, task: Delivery, answer: string | null): Promise<void> {
  await pause(stage, task.taskId);
  if (answer === null) return askPerson(agent, task, NEXT_QUESTION);
  const title = answer.split("\n")[0]?.slice(0, TITLE_MAX) || "What you asked for";
  await agent.client.call("createTasks", {
    params: { room: agent.joined.roomId },
    body: { tasks: [{ role: "planner", title, instruction: answer }] },
  });
  await pass(agent, task, "user", "deliver", {
    message: `We take this next:\n\n${quoted(answer)}`,
    result: allMet(task, "you decided"),
  });
}

function answerTo(remark: "greeting" | "status" | "question", asked: string, agent: Agent): Promise<string> | string {
  if (remark === "greeting") return GREETED;
  if (remark === "question") return questionAnswer(asked);
  return agent.client
    .call("getRoom", { params: { room: agent.joined.roomId }, query: { events: 0 } })
    .then((snapshot) => statusAnswer(asked, snapshot));
}

/** With nobody else present the planner implements and reviews. */
async function doAlone(stage: Stage, agent: Agent, task: Delivery, asked: string, topic: Topic): Promise<void> {
  const { row } = await sceneOf(agent, task);
  const artifacts = await work(stage, agent, task, {
    steps: topic.steps,
    row: { ...row, progress: null },
  });
  stage.story.noteDelivery(task.taskId);
  await pass(agent, task, "user", "deliver", {
    message: `${topic.outcome}\n\nI did this alone, and nobody but me has looked at it.\n\nYou asked for:\n\n${quoted(asked)}`,
    result: { artifacts, ...allMet(task, "done alone") },
  });
}

async function build(stage: Stage, agent: Agent, task: Delivery, { row, root }: Scene): Promise<void> {
  const topic = topicOf(root.instruction);
  const isRework = row.intent === "findings";
  const dies = !isRework && stage.story.shouldDie(root.id);
  if (dies) stage.story.hasKilled = true;
  const artifacts = await work(stage, agent, task, {
    steps: isRework ? topic.rework : topic.steps,
    row,
    ...(dies ? { dieAfter: 2 } : {}),
  });
  const to = agent.joined.role === "reviewer" ? "planner" : "reviewer";
  await pass(agent, task, to, "work", {
    message: isRework ? topic.fixed : topic.handover,
    result: {
      artifacts,
      ...(isRework ? {} : { keyDecisions: [topic.decision] }),
      ...allMet(task, "a test shows it"),
    },
    task: { title: `${isRework ? "Look again" : "Review"}: ${topic.title}` },
  });
}

async function review(stage: Stage, agent: Agent, task: Delivery, { row, from, root }: Scene): Promise<void> {
  const topic = topicOf(root.instruction);
  const isSecond = from?.intent === "findings";
  await agent.progress(task, { percent: 30, action: "reading what changed" });
  await pause(stage, `${task.taskId} reading`);
  await agent.progress(task, {
    percent: 75,
    action: isSecond ? "trying what the findings named" : "running the tests, and what they leave out",
  });
  await pause(stage, `${task.taskId} running`);
  if (!isSecond && row.intent === "work" && stage.story.hasFindings(root.id)) {
    await pass(agent, task, "builder", "findings", {
      message: topic.findings,
      task: { title: `${DEMO_TITLES.findings}${topic.title}`, priority: "high" },
    });
    return;
  }
  await pass(agent, task, "planner", "work", {
    message: topic.verdict,
    result: allMet(task, "checked"),
    task: { title: `Tell the user: ${topic.title}` },
  });
}

async function deliver(stage: Stage, agent: Agent, task: Delivery, { from, root }: Scene): Promise<void> {
  const topic = topicOf(root.instruction);
  const isReviewed = from?.role === "reviewer";
  if (!isReviewed) {
    await agent.progress(task, {
      percent: 40,
      action: "reviewing it myself, the reviewer is away",
    });
    await pause(stage, `${task.taskId} review`);
  }
  await agent.progress(task, { percent: 80, action: "putting the answer together" });
  await pause(stage, `${task.taskId} answer`);
  const who = isReviewed ? "" : "\n\nThe reviewer is away; I reviewed the change myself.";
  // Noted first: viewers of the room act on the delivery.
  stage.story.noteDelivery(root.id);
  await pass(agent, task, "user", "deliver", {
    message: `${topic.outcome}${who}\n\nYou asked for:\n\n${quoted(root.instruction)}`,
    result: allMet(task, "answered"),
  });
}

/** Somebody else joined this room and asks. */
async function answerColleague(stage: Stage, agent: Agent, task: Delivery, { row, from, root }: Scene): Promise<void> {
  await pause(stage, row.instruction);
  await pass(agent, task, from?.role ?? "planner", "work", {
    message: `${quoted(row.instruction)}\n\nTake the smaller of the two ways, and say in your result which one it was.\n\nIt is about:\n\n${quoted(root.instruction)}`,
    result: allMet(task, "answered"),
  });
}
