import { fireEvent, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { namesOf } from "../../live/names.ts";
import { PlayRoom } from "../../live/room.fixture.ts";
import { serve, show, stateIn } from "../../testing/page.fixture.tsx";
import { Composer } from "./composer.tsx";

const AT = Date.UTC(2026, 10, 21, 12);
const field = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Message to the team" });

async function compose(room: PlayRoom, canSend = true) {
  serve({});
  const onSend = vi.fn();
  const state = stateIn(room);
  const names = namesOf(new Map(), room.view.team, new Map());
  const shown = await show(<Composer state={state} names={names} canSend={canSend} onSend={onSend} />);
  return { ...shown, onSend };
}

test("completes the role that is being named, chosen by keys, and sends nothing meanwhile", async () => {
  const { user, onSend } = await compose(new PlayRoom("checkout", "squad", AT));

  await user.type(field(), "Ask @");
  const roles = screen.getAllByRole("option").map((option) => option.textContent);
  expect(roles.length).toBeGreaterThan(1);
  await user.keyboard("{ArrowDown}");
  expect(screen.getByRole("option", { selected: true }).textContent).toBe(roles[1]);
  await user.keyboard("{Enter}");
  expect(field().value).toMatch(/^Ask @\w+ $/);
  expect(roles[1]).toContain(field().value.slice(4).trim());
  expect(screen.queryByRole("listbox")).toBeNull();
  expect(onSend).not.toHaveBeenCalled();
});

test("closes the list of roles before anything else, and leaves the words", async () => {
  const { user } = await compose(new PlayRoom("checkout", "squad", AT));

  await user.type(field(), "Ask @b");
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("listbox")).toBeNull();
  expect(field().value).toBe("Ask @b");
});

test("sends what is written, and is empty again", async () => {
  const { user, onSend } = await compose(new PlayRoom("checkout", "squad", AT));

  await user.type(field(), "  Round half even. ");
  await user.keyboard("{Control>}{Enter}{/Control}");
  const words = { body: "Round half even.", repliesTo: null, interrupt: false, files: [] };
  expect(onSend.mock.calls).toEqual([[words]]);
  expect(field().value).toBe("");
  await user.keyboard("{Control>}{Enter}{/Control}");
  expect(onSend).toHaveBeenCalledTimes(1);
});

test("offers to interrupt only while somebody is at work, and says so in what it sends", async () => {
  const idle = await compose(new PlayRoom("checkout", "squad", AT));
  expect(screen.queryByRole("button", { name: "Interrupt" })).toBeNull();
  idle.redraw(null);

  const room = new PlayRoom("checkout", "squad", AT).join("Pia", "planner").message("Go.");
  room.claim("Pia");
  const { user, onSend } = await compose(room);
  await user.click(screen.getByRole("button", { name: "Interrupt" }));
  await user.type(field(), "Stop.");
  await user.keyboard("{Control>}{Enter}{/Control}");
  expect(onSend.mock.calls[0]?.[0]).toMatchObject({ body: "Stop.", interrupt: true });
  expect(screen.getByRole("button", { name: "Interrupt" }).getAttribute("aria-pressed")).toBe("false");
});

test("refuses what is too long, and says by how much", async () => {
  const { user, onSend } = await compose(new PlayRoom("checkout", "squad", AT));

  fireEvent.change(field(), { target: { value: "x".repeat(20_003) } });
  expect(screen.getByText(/\b3\b/)).toBeTruthy();
  await user.click(field());
  await user.keyboard("{Control>}{Enter}{/Control}");
  expect(onSend).not.toHaveBeenCalled();
});

test("takes no words from who may not send", async () => {
  await compose(new PlayRoom("checkout", "squad", AT), false);
  expect(screen.queryByRole("textbox")).toBeNull();
});
