import type { Inbox } from "@squadroom/core/inbox/contract";
import { eventually } from "@squadroom/core/testing/eventually.fixture";
import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { queryClient } from "../../live/api.ts";
import { useInbox, useLiveInbox } from "../../live/inbox.ts";
import { serve, show } from "../../testing/page.fixture.tsx";
import { AsideGroups } from "./aside-groups.tsx";
import { anItem } from "./item.fixture.ts";

const inboxWith = (snoozed: number) => ({ counts: { others: 0, snoozed } }) as Inbox;
const ITEM = { ...anItem("1"), snoozed: { until: null, isOver: false } };

test("a list that opens again does not get the answer that was on its way when it closed", async () => {
  const none = { data: [], next: null };
  let answerLate = (_: typeof none): void => undefined;
  const late = new Promise<typeof none>((resolve) => {
    answerLate = resolve;
  });
  const answers = [late, { data: [ITEM], next: null }];
  const asked = serve({ listNeedsYou: () => answers.shift() as never });
  const { redraw } = await show(<AsideGroups inbox={inboxWith(1)} />);
  await waitFor(() => expect(asked).toHaveLength(1));
  redraw(<AsideGroups inbox={inboxWith(0)} />);
  redraw(<AsideGroups inbox={inboxWith(1)} />);
  answerLate(none);
  expect(await screen.findByRole("button", { name: /^Wake up/ })).toBeTruthy();
});

function Shell() {
  useLiveInbox();
  return <p>{useInbox().data?.pages.length}</p>;
}

test("an inbox that is read before the server's clock is there is read again", async () => {
  const wakesAt = Date.now();
  const none = { data: [], next: null };
  const asked = serve({
    getInbox: () =>
      ({
        ...inboxWith(1),
        needsYou: none,
        working: none,
        wakesAt,
        now: wakesAt - 2_000 + asked.length,
      }) as never,
  });
  queryClient.setQueryData(["rooms"], []);
  await show(<Shell />);
  await eventually(() => expect(asked.length).toBeGreaterThan(2));
});
