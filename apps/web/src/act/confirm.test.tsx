import { screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { serve, show } from "../testing/page.fixture.tsx";
import { Confirm } from "./confirm.tsx";

test.each([true, false])(
  "dangerous: %s; Enter by reflex leaves all as it is, and gives the focus back",
  async (isDangerous) => {
    const asked = serve({ removePrice: () => ({}) as never });
    const onClose = vi.fn();
    const opener = document.body.appendChild(document.createElement("button"));
    opener.focus();
    const given = { params: { model: "opus" } };
    const { user, redraw } = await show(
      <Confirm route="removePrice" title="Remove it?" label="Remove" {...{ given, isDangerous, onClose }} />,
    );
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Cancel" }));
    await user.keyboard("{Enter}");
    expect([onClose.mock.calls.length, asked]).toEqual([1, []]);
    await user.click(screen.getByRole("button", { name: "Remove" }));
    await waitFor(() => expect(asked.map(({ id }) => id)).toEqual(["removePrice"]));
    redraw(null);
    await waitFor(() => expect(document.activeElement).toBe(opener));
    opener.remove();
  },
);
