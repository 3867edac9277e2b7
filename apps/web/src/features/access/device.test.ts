import { expect, it } from "vitest";
import { deviceOf } from "./device.ts";

it("names browser and system from the user agent", () => {
  expect(deviceOf("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0")).toBe("Firefox on Linux");
  expect(deviceOf("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/139.0 Safari/537.36 Edg/139.0")).toBe(
    "Edge on Windows",
  );
  expect(
    deviceOf("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 Version/18.0 Safari/604.1"),
  ).toBe("Safari on iOS");
  expect(deviceOf("curl/8")).toBe("Browser");
});
