import { created, history, modified, parts, receipts, refunds } from "./checkout.ts";
import { prose, type Topic } from "./topic.ts";

/** What the squad suggests itself, in this order, while nobody asks for anything. */
export const AGENDA = [
  "Let customers get their money back: refund an order from its page, but only once.",
  "Send a receipt by e-mail when a refund went through.",
  "Show refunds in the order's history, the newest first.",
] as const;

/** "Yes" to the squad's own question means the item it said it would take. */
const AGREED = /^\W*(yes|yep|yeah|sure|go|go (on|ahead)|do (it|that)|agreed|(the )?first( one)?)\b.{0,20}$/i;

const KNOWN: readonly [RegExp, Topic][] = [
  [AGREED, parts],
  [/\b(partial(ly)?|parts? of|per line|line items?|single lines?)\b/i, parts],
  [/\b(receipts?|e-?mails?|mails?|notify|notification)\b/i, receipts],
  [/\b(history|list|newest|overview)\b/i, history],
  [/\b(refund\w*|money back|returns?)\b/i, refunds],
];

/** The work that a request asks for; a request about none of the known topics gets a plain one that quotes it. */
export function topicOf(request: string): Topic {
  const known = KNOWN.find(([pattern]) => pattern.test(request));
  return known ? known[1] : plainTopic(request);
}

function plainTopic(request: string): Topic {
  const asked = quoted(request);
  return {
    title: shortTitle(request),
    question: {
      text: "How far may this change go?",
      options: [
        { label: "The smallest change", consequence: "Only what you asked for, with its test." },
        {
          label: "Tidy up around it",
          consequence: "What you asked for, and the code next to it made simpler.",
        },
      ],
    },
    plan: "Do the smallest change that gives exactly what the user asks for, with a test that fails without it.",
    criteria: ["there is a test that fails without the change"],
    steps: [
      { percent: 20, action: "finding where this belongs", done: "found the place" },
      {
        percent: 55,
        action: "making the change",
        done: "made the change",
        artifacts: [modified("src/checkout/flow.ts", 34)],
      },
      {
        percent: 85,
        action: "writing the test that fails without it",
        done: "wrote the test",
        artifacts: [created("test/checkout/flow.test.ts", 29)],
      },
    ],
    handover: `The change for this is made, with a test that fails without it:\n\n${asked}`,
    decision: "The change stays inside checkout; no public interface moves.",
    findings: prose([
      "One finding. `src/checkout/flow.ts:88`: the error path answers before the order is unlocked, so the next",
      "try waits ten seconds. Fixed when the test for the error path ends in under one.",
    ]),
    rework: [
      {
        percent: 60,
        action: "unlocking the order on the error path",
        done: "the order is unlocked on every path",
        artifacts: [modified("src/checkout/flow.ts", 8)],
      },
    ],
    fixed: "The order is unlocked on every path; the test for the error path takes 40 ms.",
    verdict: "I checked the change against what was asked, and the error paths besides. Nothing to add.",
    outcome: "The change is made and has a test that fails without it.",
  };
}

/** The request as a quotation, cut if long. */
export function quoted(text: string, max = 400): string {
  const cut =
    text.length > max
      ? `${text
          .slice(0, max - 1)
          .toWellFormed()
          .trimEnd()}…`
      : text;
  return cut
    .trim()
    .split(/\r?\n/)
    .map((line) => `> ${line}`)
    .join("\n");
}

function shortTitle(text: string, max = 70): string {
  const line =
    text
      .split("\n")
      .find((part) => part.trim() !== "")
      ?.trim() ?? "A small change";
  return line.length <= max
    ? line
    : `${line
        .slice(0, max - 1)
        .toWellFormed()
        .trimEnd()}…`;
}
