import { expect, it } from "vitest";
import { LEAD } from "../testing/builders.fixture.ts";
import { Driver } from "../testing/driver.fixture.ts";
import { earlierIn } from "../testing/earlier.fixture.ts";
import { allowedHandoffs, type HeldTask } from "./deliver.ts";
import { deliveryText } from "./delivery.ts";

function read({ room, log, now }: Driver, task: HeldTask, mail: string[] = []): string {
  const agent = room.agents[task.lease.agentId];
  if (!agent) throw new Error("nobody holds it");
  const handoffs = allowedHandoffs(room, task, agent);
  const messages = mail.map((body) => ({ from: LEAD.name, body, at: now }));
  const keys = { handoff: "a", done: "b", fail: "c" };
  const sent = { origin: null, earlier: earlierIn(log, task), recent: [], messages, keys, now };
  return deliveryText({ room, task, agent, handoffs, ...sent });
}

const times = (text: string, part: string) => text.split(part).length - 1;

it("a person's answer stands beside its question, and not in the mail again", () => {
  const driver = Driver.room("solo");
  const sol = driver.join("Sol", "solo");
  driver.say("Round it.");
  const { id, lease } = driver.claim(sol);
  const question = "Which of the two ways of rounding?";
  driver.run({
    type: "askIntervention",
    by: sol,
    taskId: id,
    fence: lease.fence,
    question,
    reason: "",
    urgency: "normal",
    suggestedRole: null,
    options: [{ label: "Half even", consequence: "As the contract says." }],
  } as never);
  const decision = driver.decision("intervention");
  const [option] = decision.options;
  driver.run(driver.answer(decision, option?.id ?? "", { note: "As the bank does." }));
  const sent = driver.log.findLast(({ type }) => type === "message.sent");
  const body = sent?.type === "message.sent" ? sent.data.message.body : "";
  expect(body).toContain(question);
  const text = read(driver, driver.claim(sol), [body, "Something else."]);
  expect(times(text, question)).toBe(1);
  expect(times(text, "As the bank does.")).toBe(1);
  expect(times(text, "Half even. As the contract says.")).toBe(1);
  expect(text).toContain("Something else.");
});

it("a question to the user stands once in the delivery of its answer", () => {
  const driver = Driver.room("solo");
  const sol = driver.join("Sol", "solo");
  driver.say("Round it.");
  driver.claim(sol);
  const question = "Which of the two ways of rounding do you want?";
  driver.run(driver.handOff(sol, "user", "question", { message: question }));
  driver.say("Half even.");
  expect(times(read(driver, driver.claim(sol)), question)).toBe(1);
});
