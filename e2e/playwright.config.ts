import { existsSync } from "node:fs";
import { defineConfig } from "@playwright/test";

/** Debian's Chromium, without a window of its own where that is installed: it takes a quarter less of a core. */
const SHELL = "/usr/bin/chromium-headless-shell";
const CHROMIUM = process.env.CHROMIUM_PATH ?? (existsSync(SHELL) ? SHELL : "/usr/bin/chromium");

export default defineConfig({
  testDir: "specs",
  outputDir: "../test-results/e2e",
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  // Generous: what passes does not wait, and a slow machine is no defect. No test has limits of its own.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  reporter: [["list"], ["json", { outputFile: "../test-results/playwright.json" }]],
  use: {
    trace: "off",
    screenshot: "only-on-failure",
    actionTimeout: 60_000,
    viewport: { width: 1440, height: 900 },
    locale: "en-GB",
    timezoneId: "UTC",
    launchOptions: {
      executablePath: CHROMIUM,
      args: [
        "--disable-quic",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-first-run",
        "--disable-dev-shm-usage",
      ],
    },
  },
});
