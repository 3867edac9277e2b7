import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { serve, show } from "../../testing/page.fixture.tsx";
import { type Person, PersonRow } from "./person-row.tsx";

const ADA = {
  id: "01a00000-0000-7000-8000-000000000001",
  name: "Ada Walker",
  admin: true,
  createdAt: 0,
  deactivatedAt: null,
  signIns: 1,
  address: null,
} as unknown as Person;

test("the only admin stays one, another one may be none any more", async () => {
  serve({});
  const { redraw } = await show(<PersonRow person={ADA} isMe isOnlyAdmin />);
  expect(screen.queryByRole("button", { name: /admin/i })).toBeNull();
  redraw(<PersonRow person={ADA} isMe isOnlyAdmin={false} />);
  expect(screen.getByRole("button", { name: /admin/i })).toBeTruthy();
});
