import { describe, expect, it } from "vitest";
import { bodyOf } from "./forms.ts";
import { payloadOf } from "./notice.ts";
import type { WebhookPayload } from "./payload.ts";

const ROOM = { id: "r", name: "checkout & co" };
const BASE = "https://squad.example";
const CARD = `${BASE}/inbox?item=d1&room=checkout%20%26%20co`;
const asked = (text: string, label = "Yes"): WebhookPayload =>
  payloadOf(
    {
      kind: "decision.opened",
      text,
      data: { decisionId: "d1", reason: "", options: [{ label, consequence: "x" }] },
    },
    ROOM,
    { seq: 7, at: 2 },
    BASE,
  );
const HOSTILE = "<!channel> & <https://evil.example|click> @everyone [x](https://evil.example) ";

it.each(["squadroom", "slack", "discord"] as const)("%s shows what hides in a text", (form) => {
  const said = JSON.stringify(bodyOf(form, asked("May A run git push \u202eb\u200b?", "Y\u2066")));
  expect(said).toContain("⟨U+202E⟩b⟨U+200B⟩");
  if (form !== "squadroom") expect(said).not.toMatch(/[\u200b\u202e\u2066]/);
});

describe("the link of a payload", () => {
  const linkOf = (kind: WebhookPayload["kind"], data: object, seq: number | null = 7) =>
    payloadOf({ kind, text: "", data: { ...data } }, ROOM, { seq, at: 2 }, BASE).link;

  it("is the very card of what is asked, the task that failed, else the fact in its room", () => {
    const room = `${BASE}/rooms/checkout%20%26%20co`;
    expect(linkOf("decision.opened", { decisionId: "d1" })).toBe(CARD);
    expect(linkOf("question.asked", { messageId: "d1" })).toBe(CARD);
    expect(linkOf("task.failed", { taskId: "DEV-001" })).toBe(`${room}?task=DEV-001`);
    expect(linkOf("decision.answered", { decisionId: "d1" })).toBe(`${room}?at=7`);
    expect(linkOf("webhook.test", {}, null)).toBe(room);
  });

  it("is not there where nobody said where people reach the server", () => {
    const { link, room } = payloadOf(asked("?"), ROOM, { seq: 1, at: 2 }, null);
    expect([link, room.url]).toEqual([null, null]);
  });
});

describe("what Slack is told", () => {
  it("says nothing after an option without a consequence", () => {
    const payload = asked("Which?", "Half up");
    const options = [{ label: "Half up", consequence: "" }];
    const bare = { ...payload, data: { ...payload.data, options } };
    const { content } = bodyOf("discord", bare) as { content: string };
    expect(content).toContain("• **Half up**\n");
    expect(JSON.stringify(bodyOf("slack", bare))).toContain("• *Half up*\\n");
  });

  it("mentions and links nobody, and is never too long", () => {
    const { text: line, blocks } = bodyOf("slack", asked(HOSTILE.repeat(200), "<@U1>")) as {
      text: string;
      blocks: { text: { text: string } }[];
    };
    const section = blocks[0]?.text.text ?? "";
    expect(blocks[0]?.text).toMatchObject({ verbatim: true });
    const own = [`<${BASE}/rooms/checkout%20%26%20co|checkout &amp; co>`, `<${CARD}|Open the decision>`];
    for (const link of own) expect(section).toContain(link);
    expect(line).not.toContain("<");
    expect(own.reduce((text, link) => text.replace(link, ""), section)).not.toContain("<");
    expect(line.length).toBeLessThanOrEqual(3_000);
    expect(section.length).toBeLessThanOrEqual(3_000);
  });
});

describe("what Discord is told", () => {
  it("reads as a message, with the way to the card", () => {
    expect(bodyOf("discord", asked("Half up, or half even?", "Half *up*"))).toEqual({
      content: [
        `**[checkout & co](<${BASE}/rooms/checkout%20%26%20co>)**`,
        "Half up, or half even?",
        "• **Half \\*up\\***: x",
        `[Open the decision](<${CARD}>)`,
      ].join("\n"),
      allowed_mentions: { parse: [] },
    });
  });

  it("mentions and links nobody, and is never too long", () => {
    const { content } = bodyOf("discord", asked(HOSTILE.repeat(200))) as { content: string };
    const own = [`(<${BASE}/rooms/checkout%20%26%20co>)`, `[Open the decision](<${CARD}>)`];
    expect(content.length).toBeLessThanOrEqual(2_000);
    expect(content.endsWith(own[1] ?? "")).toBe(true);
    const rest = own.reduce((text, link) => text.replace(link, ""), content);
    expect(rest).not.toMatch(/[^\\][<@(]/);
    expect(rest).not.toContain("https://");
  });
});
