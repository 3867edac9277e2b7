import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DecisionRow } from "../asking/contract.ts";
import { apply } from "../log/apply.ts";
import type { RoomEvent } from "../log/event.ts";
import { emptyView } from "../log/view.ts";
import { decide } from "../room/decide.ts";
import { LEAD } from "../testing/builders.fixture.ts";
import { Driver } from "../testing/driver.fixture.ts";
import { histories, play, sessionHistories } from "../testing/history.fixture.ts";
import { shareOf } from "../testing/property-runs.fixture.ts";
import type { Decision } from "./decision.ts";
import { presented } from "./look.ts";
import { optionsOf } from "./upcast.ts";

const Options = DecisionRow.shape.options;
const folder = join(import.meta.dirname, "../log/golden");

/** All decisions on the way, each as it was at first and after each revision. */
function decisionsIn(events: readonly RoomEvent[]): Decision[] {
  const [first] = events;
  let view = emptyView((first as RoomEvent).roomId);
  return events.flatMap((event) => {
    view = apply(view, event);
    return event.type === "decision.opened" || event.type === "decision.revised"
      ? Object.values(view.decisions)
      : [];
  });
}

/** As it was written before options had acts. */
function bare({ options }: Decision) {
  return options.map(({ act, ...option }) => ({
    ...option,
    ...(act.kind === "allow" ? { paths: act.paths } : {}),
  }));
}

describe("options that were written without their act", () => {
  it.each(readdirSync(folder))("do what they say, all of them, in %s", (file) => {
    const { events } = JSON.parse(readFileSync(join(folder, file), "utf8"));
    for (const decision of decisionsIn(events)) {
      expect(decision.options.filter(({ act }) => act.kind === "unknown")).toEqual([]);
      expect(Options.parse(presented(decision))).toEqual(presented(decision));
    }
  });

  it.each([
    ["tasks", histories(80)],
    ["sessions", sessionHistories(160)],
  ])("get the act that they are made with today, in any history of %s", (_, some) => {
    fc.assert(
      fc.property(some, (history) => {
        for (const decision of decisionsIn(play(history).log)) {
          expect(optionsOf(decision, bare(decision))).toEqual(decision.options);
          expect(Options.parse(presented(decision))).toEqual(presented(decision));
        }
      }),
      { numRuns: shareOf(40) },
    );
  });

  it("do nothing where nobody knows their id: the answer is refused, and says which others there are", () => {
    const driver = Driver.room("duo");
    const ada = driver.join("Ada", "builder");
    driver.run(driver.create(LEAD, [{ role: "builder" }]));
    driver.failThrice(ada);
    const { openedAt: _, ...decision } = driver.decision("task_failed");
    const [known, ...others] = bare(driver.decision("task_failed"));
    const ids = ["constructor", "retry-later", "back:design"];
    const options = [...others, ...ids.map((id) => ({ ...known, id, label: `Do ${id}` }))];
    const opened = driver.log.findLast(({ type }) => type === "decision.opened") as RoomEvent;
    const view = apply({ ...driver.view, seq: 0 }, {
      ...opened,
      seq: 1,
      data: { decision: { ...decision, options } },
    } as RoomEvent);
    for (const optionId of ids) {
      const answer = {
        type: "answerDecision",
        by: LEAD,
        decisionId: decision.id,
        optionId,
      } as const;
      const ruling = decide(view, { ...answer, note: "", version: null }, driver.context());
      expect(ruling.ok || ruling.refusal).toMatchObject({
        code: "option_unknown",
        allowed: others.map(({ id }) => id),
      });
    }
  });
});
