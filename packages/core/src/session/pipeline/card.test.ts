import { expect, it } from "vitest";
import { PipelineDriver } from "../../testing/pipeline-driver.fixture.ts";
import { CELLS_MAX, pipelineCards } from "./card.ts";

it("has a cell for each step up to thirty, and beyond that only how many stand how", () => {
  for (const more of [0, 1]) {
    const room = new PipelineDriver(["planner", "executor"]);
    room.beginWith(...Array.from({ length: CELLS_MAX + more }, (_, i) => `IMPL-${i + 1}`));
    room.work(() => 0, 2);
    const [card] = pipelineCards(room.view, room.now);
    expect(card).toMatchObject({ done: 2, total: CELLS_MAX + more });
    expect(card?.cells).toHaveLength(more === 0 ? CELLS_MAX : 0);
    const all = Object.values(card?.counts ?? {}).reduce((sum, n) => sum + n, 0);
    expect([all, card?.counts.done]).toEqual([CELLS_MAX + more, 2]);
  }
});
