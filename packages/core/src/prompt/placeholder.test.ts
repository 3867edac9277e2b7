import { expect, it } from "vitest";
import { Driver } from "../testing/driver.fixture.ts";
import { PLACEHOLDERS } from "./commands.ts";

function aSolo() {
  const driver = Driver.room("solo");
  const by = driver.join("Sol", "solo");
  driver.say("Do it.");
  const { id: taskId, lease } = driver.claim(by);
  return { driver, of: { by, taskId, fence: lease.fence } };
}

it("is refused where an agent's own words go, with the field that it stands in", () => {
  const { driver, of } = aSolo();
  const ask = { question: "Red?", reason: "", options: [], suggestedRole: null };
  const acts = {
    "body.action": {
      type: "progress" as const,
      ...of,
      progress: { action: PLACEHOLDERS.action },
    },
    "body.result.summary": {
      type: "complete" as const,
      ...of,
      next: false,
      result: { summary: `${PLACEHOLDERS.done}\n` },
    },
    "body.reason": { type: "fail" as const, ...of, reason: PLACEHOLDERS.fail },
    "body.message": driver.handOff(of.by, "user", "deliver", { message: PLACEHOLDERS.deliver }),
    "body.options.0.label": {
      type: "askIntervention" as const,
      ...of,
      ...ask,
      urgency: "medium" as const,
      options: [{ label: PLACEHOLDERS.askOption, consequence: "" }],
    },
  };
  for (const [field, command] of Object.entries(acts)) {
    const refusal = driver.refused(command);
    expect(refusal).toMatchObject({ code: "bad_request", details: { issues: [{ field }] } });
    expect(refusal.message).toContain("is placeholder text");
  }
  expect(driver.run(driver.handOff(of.by, "user", "deliver")).to).toBe("user");
});
