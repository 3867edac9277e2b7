import { type ConnectCode, type Credential, createCredential } from "@squadroom/core/credential/contract";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { PlayRoom } from "../../live/room.fixture.ts";
import { Refused, serve, show, stateIn } from "../../testing/page.fixture.tsx";
import { ConnectForm } from "./connect-form.tsx";

const WHO = { name: "Who is connected" };
const room = (): PlayRoom => new PlayRoom("checkout", "squad", Date.UTC(2026, 10, 21, 12));
const form = (role?: string, at = room()) => <ConnectForm state={stateIn(at)} role={role} />;
const bodyOf = (body: unknown) => createCredential.body.parse(body);

const link = (code = "0123456789abcdefghjkmnpqrs") => ({ code, expiresAt: Date.UTC(2126, 1) });

function made(body: unknown): { credential: Credential; token: string; link: ConnectCode } {
  const { name, roles } = bodyOf(body);
  const never = { expiresAt: null, revokedAt: null, seenAt: null };
  return {
    credential: { id: `of-${name}`, name, roles, createdAt: 1, ...never },
    token: "sqr_x",
    link: link(),
  };
}

const line = async () => (await screen.findAllByRole("group", { name: "Line to copy" }))[0]?.textContent;
const role = (name: string) => screen.getByRole("radio", { name: new RegExp(name) });
const nameField = () => screen.getByRole<HTMLInputElement>("textbox", { name: "Name in the room" });

test("shows a credential under the role that it was made for, and under no other", async () => {
  const asked = serve({ createCredential: ({ body }) => made(body) });
  const { user } = await show(form("builder"));

  await user.click(screen.getByRole("button", { name: "Show the command" }));
  await screen.findByRole("button", { name: "Revoke it" });
  expect(asked.map(({ body }) => bodyOf(body))).toEqual([{ name: "Builder", roles: ["builder"] }]);

  await user.click(role("Reviewer"));
  expect(screen.queryByRole("button", { name: "Revoke it" })).toBeNull();
  expect(nameField().value).toBe("Reviewer");
  await user.click(role("Builder"));
  expect(screen.getByRole("button", { name: "Revoke it" })).toBeTruthy();
});

test("proposes another name once one is taken by an agent that has not joined", async () => {
  serve({ createCredential: () => new Refused("name_taken", "Builder is taken.") });
  const { user } = await show(form("builder"));

  await user.click(screen.getByRole("button", { name: "Show the command" }));
  expect(await screen.findByText("Builder is taken.")).toBeTruthy();
  expect(nameField().value).toBe("Builder 2");
});

test("keeps what was made until the server has revoked it", async () => {
  let canRevoke = false;
  serve({
    createCredential: ({ body }) => made(body),
    revokeCredential: () => (canRevoke ? { revoked: true } : new Refused("forbidden", "Not you.")),
  });
  const { user } = await show(form("builder"));
  await user.click(screen.getByRole("button", { name: "Show the command" }));

  await user.click(await screen.findByRole("button", { name: "Revoke it" }));
  expect(await screen.findByText("Not you.")).toBeTruthy();
  expect(within(screen.getByRole("status", WHO)).getByText("Builder")).toBeTruthy();

  canRevoke = true;
  await user.click(screen.getByRole("button", { name: "Revoke it" }));
  expect(await screen.findByRole("button", { name: "Show the command" })).toBeTruthy();
  expect(screen.queryByRole("status", WHO)).toBeNull();
});

test("makes another link for the same agent in the place of one that was used", async () => {
  const asked = serve({
    createCredential: ({ body }) => made(body),
    makeConnectLink: () => link("zzzzzzzzzzzzzzzzzzzzzzzzzz"),
  });
  const { user } = await show(form("builder"));
  await user.click(screen.getByRole("button", { name: "Show the command" }));
  expect(await line()).toMatch(/connect \S+\/c\/0123456789abcdefghjkmnpqrs --for claude$/);

  await user.click(screen.getByRole("button", { name: "Create another link" }));
  await waitFor(async () => expect(await line()).toMatch(/connect \S+\/c\/z{26} --for claude$/));
  expect(asked.at(-1)).toMatchObject({
    id: "makeConnectLink",
    params: { credentialId: "of-Builder" },
  });
});

test("says of a role how far its agent has come, and offers one that nobody has joined", async () => {
  serve({});
  const joined = room().join("Ada", "planner");
  const { redraw } = await show(form(undefined, joined));
  expect(role("Planner has joined")).toBeTruthy();
  expect((role("Builder") as HTMLInputElement).checked).toBe(true);
  joined.later(1).seen("Ada");
  redraw(form(undefined, joined));
  expect(role("Planner connected")).toBeTruthy();
});
