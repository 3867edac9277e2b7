import { type Credential, createCredential } from "@squadroom/core/credential/contract";
import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { PlayRoom } from "../../live/room.fixture.ts";
import { Refused, serve, show, stateIn } from "../../testing/page.fixture.tsx";
import { ConnectForm } from "./connect-form.tsx";
import "./words.ts";

const WHO = { name: "Who is connected" };
const room = (): PlayRoom => new PlayRoom("checkout", "squad", Date.UTC(2026, 10, 21, 12));
const form = (role?: string) => <ConnectForm state={stateIn(room())} role={role} />;
const bodyOf = (body: unknown) => createCredential.body.parse(body);

function made(body: unknown): { credential: Credential; token: string } {
  const { name, roles } = bodyOf(body);
  const never = { expiresAt: null, revokedAt: null, seenAt: null };
  return { credential: { id: `of-${name}`, name, roles, createdAt: 1, ...never }, token: "sqr_x" };
}

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
