import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { show } from "../../testing/page.fixture.tsx";
import { useCameFor } from "./came-for.ts";
import { CameLate } from "./came-late.tsx";
import { anItem } from "./item.fixture.ts";

const PLACE = { room: { id: "room-1", name: "checkout" }, sinceAt: 1, urgency: "medium" } as const;
const emptyRoles = (...ids: string[]) => ({
  kind: "empty_roles" as const,
  ...PLACE,
  holdsUp: 1,
  heldBy: null,
  snoozed: null,
  asked: ids.map((id) => ({ room: PLACE.room, decision: anItem(id).decision })),
});

function Came({ id, items }: { id: string; items: Parameters<typeof useCameFor>[1] }) {
  return <p>came for {useCameFor(id, items) ?? "nothing"}</p>;
}

test("a link leads to the row of its decision, which stays its row when it is answered", async () => {
  const { redraw } = await show(<Came id="2" items={[anItem("1")]} />);
  expect(screen.getByText("came for nothing")).toBeTruthy();
  redraw(<Came id="2" items={[anItem("1"), anItem("2")]} />);
  expect(screen.getByText("came for 2")).toBeTruthy();
  redraw(<Came id="2" items={[anItem("1")]} />);
  expect(screen.getByText("came for 2")).toBeTruthy();
});

test("rooms that lack an agent are one row, whichever of their decisions a link names", async () => {
  await show(<Came id="b" items={[anItem("1"), emptyRoles("a", "b")]} />);
  expect(screen.getByText("came for roles")).toBeTruthy();
});

test("who comes late is told so, and led to the room, once all that waits was looked through", async () => {
  let fetched = 0;
  const fetchMore = async () => ++fetched;
  const late = (more: (() => Promise<unknown>) | null) => (
    <CameLate room="checkout" fetchMore={more} onClose={() => undefined} />
  );
  const { redraw } = await show(late(fetchMore));
  expect(fetched).toBe(1);
  expect(screen.queryByText(/isn't waiting for you/)).toBeNull();
  redraw(late(null));
  expect(screen.getByText(/isn't waiting for you/)).toBeTruthy();
  expect(screen.getByRole("link", { name: "Open the room" }).getAttribute("href")).toBe("/rooms/checkout");
});
