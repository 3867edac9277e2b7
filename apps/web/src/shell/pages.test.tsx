import { cleanup, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { router } from "../router.tsx";
import { show } from "../testing/page.fixture.tsx";
import { tabOf } from "./pages.ts";
import { RoomTabs } from "./room-tabs.tsx";

const ROUTES = Object.keys(router.routesByPath);

/** The addresses of a room that light no tab. */
function unlit(routes: readonly string[]): string[] {
  return routes.filter((route) => route.startsWith("/rooms/$room") && tabOf(route) === undefined);
}

describe("the tabs of a room", () => {
  it("have one for each page of the router that belongs to a room", () => {
    expect(ROUTES.filter((route) => route.startsWith("/rooms/$room")).length).toBeGreaterThan(15);
    expect(unlit(ROUTES)).toEqual([]);
    expect(unlit([...ROUTES, "/rooms/$room/weather"])).toEqual(["/rooms/$room/weather"]);
  });

  it("are the same everywhere, with exactly one lit", async () => {
    const seen = new Set<string>();
    for (const route of ROUTES.filter((one) => one.startsWith("/rooms/$room"))) {
      await show(<RoomTabs room="checkout" />, route.replace("$room", "checkout").replaceAll(/\$\w+/g, "1"));
      const tabs = screen.getAllByRole("link");
      seen.add(tabs.map(({ textContent }) => textContent).join(" "));
      const lit = tabs.filter((tab) => tab.getAttribute("aria-current") === "page");
      expect(
        lit.map(({ textContent }) => textContent),
        route,
      ).toEqual([tabOf(route)]);
      cleanup();
    }
    expect([...seen]).toEqual(["Conversation Work Changes Sessions Wisdom Metrics Settings"]);
  });

  it("are walked by keys from whichever page they light for", async () => {
    const { user, address } = await show(<RoomTabs room="checkout" />, "/rooms/checkout/locks");
    await user.keyboard("]");
    await expect.poll(address).toBe("/rooms/checkout/branches");
    await user.keyboard("[[".repeat(3));
    await expect.poll(address).toBe("/rooms/checkout/settings");
  });

  it("light the one of the page to which a part belongs, whatever its address", async () => {
    await show(<RoomTabs room="checkout" at="/rooms/$room/sessions" />, "/rooms/checkout/errors?session=1");
    expect(screen.getAllByRole("link", { current: "page" }).map(({ textContent }) => textContent)).toEqual([
      "Sessions",
    ]);
  });
});
