import { describe, expect, it } from "vitest";
import { tierOf } from "./tier.ts";

describe("the tier of a message", () => {
  it.each([
    "How far are the refunds?",
    "what's the status",
    "Hey team, who is working on the importer?",
    "wie weit seid ihr?",
    "When will the exports be ready, roughly?",
  ])("is direct for a question: %s", (message) => {
    expect(tierOf(message)).toBe("direct");
  });

  it.each([
    "Hi team",
    "Thanks!",
    "Good morning everyone 👋",
    "great work, thank you all",
    "Danke euch",
    "Merci beaucoup !",
    "¡Buenos días!",
    "obrigado, pessoal",
  ])("is direct for a greeting: %s", (message) => {
    expect(tierOf(message)).toBe("direct");
  });

  it.each([
    "Hi team, the login is broken",
    "thanks, now ship it",
    "great, go on",
    "fix the login bug, ok?",
    "can you rename it?",
    "Why not drop the second webhook?",
    "who may delete a room? I think the permissions are too wide",
    "why did the deploy stop? restart it",
    "is this safe to merge?",
    "what about the export, it is broken?",
    "do a review of the last commits",
    "",
    "???",
  ])("is never direct where there is something to do: %s", (message) => {
    expect(tierOf(message)).not.toBe("direct");
  });

  it("is lightweight for one small thing, and full for many or large ones", () => {
    expect(tierOf("rename getUsr to getUser")).toBe("lightweight");
    expect(tierOf("redesign the permission system")).toBe("full");
    expect(tierOf("- a login\n- a sign-up\n- a reset")).toBe("full");
    expect(tierOf("Pay by invoice, with reminders, credit notes and a report")).toBe("full");
    expect(tierOf("Add pagination to the orders endpoint")).toBe("standard");
  });
});
