import { created, history, modified, parts, receipts, refunds } from "./checkout.ts";
import { prose, type Topic } from "./topic.ts";

/** What the squad suggests itself, in this order, while nobody asks for anything. */
export const AGENDA = [
  "Let customers get their money back: refund an order from its page, but only once.",
  "Send a receipt by e-mail when a refund went through.",
  "Show refunds in the order's history, the newest first.",
] as const;

/** "Yes" to the squad's own question means the item it said it would take. */
const AGREED =
  /^\W*((yes|yep|yeah|sure|go|go (on|ahead)|do (it|that)|agreed|(the )?first( one)?|that one|please)\b\W*)+$/i;

const KNOWN: readonly [RegExp, Topic][] = [
  [AGREED, parts],
  [/^\W*partial refunds\b|\brefund (single lines|parts) of (an|the) order\b/i, parts],
  [/\bsend (an? |the )?receipts? by e-?mail\b/i, receipts],
  [/\bshow (the )?refunds in (an|the) order's history\b/i, history],
  [/\brefund (an|the|whole|paid) orders?\b/i, refunds],
];

/**
 * The work that a request asks for: one that the script knows, by its verb and its noun. For every other it has only a
 * plain one that quotes it, and says that nothing of it is built.
 */
export function topicOf(request: string): Topic {
  const known = KNOWN.find(([pattern]) => pattern.test(request));
  return known ? known[1] : plainTopic(request);
}

function plainTopic(request: string): Topic {
  const asked = quoted(request);
  return {
    title: shortTitle(request),
    question: {
      text: "Our script doesn't know this work: we show how a team would do it. How far might such a change go?",
      options: [
        { label: "The smallest change", consequence: "Only what you asked for, with its test." },
        {
          label: "Tidy up around it",
          consequence: "What you asked for, and the code next to it made simpler.",
        },
      ],
    },
    plan: prose([
      "Our script doesn't know this work, so nothing of it is built: we show how a team would do it.",
      "",
      "Do the smallest change that gives exactly what the user asks for, with a test that fails without it.",
    ]),
    criteria: ["there is a test that fails without the change"],
    steps: [
      { percent: 20, action: "finding where this belongs", done: "found the place" },
      {
        percent: 55,
        action: "making the change",
        done: "made the change",
        artifacts: [modified("example/change.ts", 34)],
      },
      {
        percent: 85,
        action: "writing the test that fails without it",
        done: "wrote the test",
        artifacts: [created("example/change.test.ts", 29)],
      },
    ],
    handover: `Here a builder would hand over the change, with a test that fails without it:\n\n${asked}`,
    decision: "The change stays small; no public interface moves.",
    findings: "One finding, as a reviewer would send it: the error path has no test. Fixed when it has one.",
    rework: [
      {
        percent: 60,
        action: "writing a test for the error path",
        done: "wrote the test for the error path",
        artifacts: [modified("example/change.test.ts", 8)],
      },
    ],
    fixed: "Here the builder would hand back the change with a test for the error path.",
    verdict: "Here a reviewer would say what it checked: the change against what was asked, and the error paths.",
    outcome: prose([
      "Nothing of this is built: it isn't in our script. You saw how a team would do it.",
      "We can play a refund: ask us to refund an order from its page.",
    ]),
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
