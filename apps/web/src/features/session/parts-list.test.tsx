import { screen, within } from "@testing-library/react";
import type { ReactNode } from "react";
import { beforeEach, expect, test } from "vitest";
import { show } from "../../testing/page.fixture.tsx";
import { Toaster } from "../../ui/toaster.tsx";
import { plainParts } from "./parts.ts";
import { PartsList, useParts } from "./parts-list.tsx";

const STORE = { title: "Store", description: "Safe writes." };
const RULES = { title: "Rules", description: "Who wins." };
const UI = { title: "Screens", description: "" };

let session = 0;
beforeEach(() => {
  session += 1;
});

/** As the screens have it: the edits are kept under the key of what was proposed. */
function Batches({ proposed, max = 4 }: { proposed: readonly (typeof STORE)[]; max?: number }) {
  const edited = useParts(`session:room-1:${session}:batches`, proposed);
  return (
    <>
      <PartsList label="Batches" edited={edited} canEdit max={max} from={2} />
      <output>
        {plainParts(edited.parts)
          .map(({ title }) => title)
          .join()}
      </output>
      <Toaster />
    </>
  );
}

const three = (): ReactNode => <Batches proposed={[STORE, RULES, UI]} />;
const order = () => document.querySelector("output")?.textContent;
const button = (name: string) => screen.getByRole("button", { name });

test("moves a part by the keys of its grip, and says where it is now", async () => {
  const { user } = await show(three());

  button("Move part 2 of 3").focus();
  await user.keyboard("{ArrowDown}");
  expect(order()).toBe("Rules,Store,Screens");
  expect(screen.getByText("Now at place 3.")).toBeTruthy();
  await user.keyboard("{ArrowUp}{ArrowUp}");
  expect(order()).toBe("Store,Rules,Screens");
});

test("gives a part back that was removed, in its place", async () => {
  const { user } = await show(three());

  await user.click(button("Remove: Rules"));
  expect(order()).toBe("Store,Screens");
  await user.click(button("Undo"));
  expect(order()).toBe("Store,Rules,Screens");
});

test("merges a part with the next one, and never holds more than there may be", async () => {
  const { user } = await show(<Batches proposed={[STORE, RULES, UI]} max={3} />);

  expect(screen.getByText("At most 3.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Divide: Store" })).toBeNull();
  await user.click(button("Merge with next: Store"));
  expect(within(screen.getByRole("list", { name: "Batches" })).getAllByRole("listitem")).toHaveLength(2);
  await user.click(button("Add one"));
  expect(screen.getByText("At most 3.")).toBeTruthy();
});

test("keeps edits until another list is proposed, and drops them when asked", async () => {
  const { user, redraw } = await show(three());

  await user.type(screen.getByRole("textbox", { name: "Title of part 2" }), " first");
  expect(order()).toBe("Store first,Rules,Screens");
  redraw(<Batches proposed={[UI]} />);
  expect(order()).toBe("Screens");
  redraw(three());
  expect(order()).toBe("Store first,Rules,Screens");
  await user.click(button("As proposed"));
  expect(order()).toBe("Store,Rules,Screens");
});
