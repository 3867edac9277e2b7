import { RefusalError } from "@squadroom/core/kernel/refusal";
import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { show } from "../testing/page.fixture.tsx";
import { NotLoaded } from "./not-loaded.tsx";

const shown = async (error: unknown, again = vi.fn()) => {
  await show(
    <NotLoaded
      title="Couldn't load the run"
      error={error}
      again={again}
      missing={{ title: "No such run", text: "It may be in another room.", codes: ["run_unknown"] }}
      way={(className) => (
        <a href="/" className={className}>
          All runs
        </a>
      )}
    />,
  );
  return again;
};
const refused = (code: "run_unknown" | "unavailable") =>
  new RefusalError({ code, message: "The server said no.", details: {} });

test("what failed says why, and is tried again", async () => {
  const again = await shown(refused("unavailable"));

  expect((await screen.findByRole("alert")).textContent).toContain("The server said no.");
  screen.getByRole("button", { name: "Try again" }).click();
  expect(again).toHaveBeenCalledOnce();
  expect(screen.getByRole("link").className).toBe("btn");
});

test("what isn't there offers the way on alone", async () => {
  await shown(refused("run_unknown"));

  expect((await screen.findByRole("heading")).textContent).toBe("No such run");
  expect(screen.queryByRole("button")).toBeNull();
  expect(screen.getByRole("link").className).toBe("btn btn-primary");
});
