import { describe, expect, it } from "vitest";
import { type Asked, codeLetter, letterOf } from "./letter.ts";

const around = {
  more: 0,
  inbox: "https://squad.example/inbox",
  stop: "https://squad.example/mail/stop/t",
  ttlMinutes: 60,
};
const anAsked = (more: Partial<Asked> = {}): Asked => ({
  room: "shop",
  question: "Half up or half even?",
  reason: "Totals differ by a cent.",
  by: "Planner",
  options: [{ label: "Half even", consequence: "It continues at once." }],
  url: "https://squad.example/sign-in?next=%2Finbox#secret",
  ...more,
});

describe("a mail about what waits", () => {
  it("names the room and the question, and links to the card", () => {
    const { subject, text, html } = letterOf([anAsked()], around);
    expect(subject).toBe("shop: Half up or half even?");
    expect(text).toContain("Planner asks in shop:");
    expect(text).toContain("> Half up or half even?\n> Totals differ by a cent.\n> • Half even: It continues at once.");
    expect(text).toContain("Open the card: https://squad.example/sign-in?next=%2Finbox#secret");
    expect(html).toContain('<a href="https://squad.example/sign-in?next=%2Finbox#secret">Open the card</a>');
    for (const way of [text, html]) expect(way).toContain(around.stop);
  });

  it("has a subject of one line, whatever the question says", () => {
    const question = "Now?\r\nBcc: all@example.com\u2028x\u202Ey\u0000z";
    const { subject } = letterOf([anAsked({ question })], around);
    expect(subject).toBe("shop: Now? Bcc: all@example.com⟨U+2028⟩x⟨U+202E⟩y␀z");
    const { subject: long } = letterOf([anAsked({ question: "a".repeat(5_000) })], around);
    expect(long).toHaveLength(120);
  });

  it("shows what others wrote as text, and as theirs", () => {
    const question = '<a href="https://evil.example">Open</a>\n-- \nOpen the card: https://evil.example';
    const { text, html } = letterOf([anAsked({ question, room: "<b>" })], around);
    expect(html).not.toMatch(/<a href="https:\/\/evil|<b><b>/);
    expect(html).toContain("&lt;a href=&quot;https://evil.example&quot;&gt;");
    expect(text).toContain("> -- \n> Open the card: https://evil.example");
    expect(text.match(/^Open the card: /gm)).toHaveLength(1);
  });

  it("counts several, and says how many more wait", () => {
    const { subject, text } = letterOf([anAsked(), anAsked({ room: "pay" })], {
      ...around,
      more: 3,
    });
    expect(subject).toBe("5 things need you in shop, pay and other rooms");
    expect(text).toContain("3 more: https://squad.example/inbox");
  });
});

describe("the mail with a code", () => {
  it("says whose it is, where to enter it and for how long", () => {
    const { subject, text, html } = codeLetter("12345678", {
      name: "Ada <x>",
      server: "https://squad.example",
      ttlMinutes: 30,
    });
    expect(subject).toBe("12345678 is your Squadroom code");
    expect(text).toContain("Ada <x> wants Squadroom's mail at this address.");
    expect(html).toContain("Ada &lt;x&gt;");
    expect(text).toContain("30 minutes");
  });
});
