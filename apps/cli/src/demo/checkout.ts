import type { Artifact } from "@squadroom/core/task/result";
import { prose, type Topic } from "./topic.ts";

export const created = (path: string, lines: number): Artifact => ({
  path,
  status: "created",
  lines,
});
export const modified = (path: string, lines: number): Artifact => ({
  path,
  status: "modified",
  lines,
});

export const refunds: Topic = {
  title: "Refund an order from its page, once",
  question: {
    text: "What can be refunded at first?",
    options: [
      { label: "The whole order", consequence: "One button, one amount; lines come later." },
      { label: "Single lines too", consequence: "An amount for each line; takes twice as long." },
    ],
  },
  plan: prose([
    "Build the refund of a paid order.",
    "",
    "- `POST /orders/:id/refunds` refunds the whole amount through the payment adapter.",
    "- An order is refunded once; a second request gets `409` with the first refund.",
    "- The order page gets a button that asks before it acts.",
    "",
    "Do not touch the cart or the payment provider's webhooks.",
  ]),
  criteria: ["an order cannot be refunded twice", "the checkout tests pass"],
  steps: [
    {
      percent: 15,
      action: "reading orders and the payment adapter",
      done: "read orders and the payment adapter",
    },
    {
      percent: 40,
      action: "writing POST /orders/:id/refunds",
      done: "wrote the endpoint",
      artifacts: [created("src/orders/refund.ts", 84), modified("src/payments/adapter.ts", 12)],
    },
    {
      percent: 70,
      action: "putting the button on the order page",
      done: "put the button on the order page",
      artifacts: [modified("src/pages/order.tsx", 31)],
    },
    {
      percent: 90,
      action: "running the checkout tests",
      done: "ran the checkout tests: 41 passed",
      artifacts: [created("test/orders/refund.test.ts", 67)],
    },
  ],
  handover: prose([
    "Refunds work from the order page. `POST /orders/:id/refunds` looks at `order.refundedAt`, calls the",
    "adapter, then writes the refund. 41 tests pass, 6 of them new.",
    "",
    "Please look at the check against a second refund in `src/orders/refund.ts`, lines 35 to 60.",
  ]),
  decision: "A refund is a row of its own, not a negative payment.",
  findings: prose([
    "Two findings, the first one blocks.",
    "",
    "1. `src/orders/refund.ts:41`: two requests at once both see `refundedAt` empty and both pay out. The",
    "   check and the write need one transaction with the order's row locked. Fixed when a test sends the",
    "   same refund twice at once and exactly one succeeds.",
    "2. `src/orders/refund.ts:57`: the amount is a float, `19.99 * 100` is 1998.9999…. Use the cents that the",
    "   order has. Fixed when the test compares whole cents.",
  ]),
  rework: [
    {
      percent: 35,
      action: "locking the order's row for the refund",
      done: "the check and the write are one transaction",
      artifacts: [modified("src/orders/refund.ts", 23)],
    },
    {
      percent: 80,
      action: "testing two refunds at once",
      done: "two refunds at once: one succeeds, in 200 runs of 200",
      artifacts: [modified("test/orders/refund.test.ts", 38)],
    },
  ],
  fixed: prose([
    "Both are fixed.",
    "",
    "1. The order's row is locked before the check; the second request waits, then gets `409`. The new test",
    "   sends both at once, 200 times.",
    "2. Amounts are whole cents throughout.",
    "",
    "43 tests pass.",
  ]),
  verdict: prose([
    "No findings left. I ran the 43 tests, repeated the race by hand against a local database, and read the",
    "adapter's error paths: a refund that the provider declines leaves the order as it was.",
  ]),
  outcome: prose([
    "Customers can refund a paid order from its page, and only once, also when they click twice: the review",
    "found that two requests at once paid out twice, and that is fixed and tested.",
    "",
    "Open: partial refunds are not part of it. Say so if you want them; they need an amount field and a rule",
    "for shipping costs.",
  ]),
};

export const receipts: Topic = {
  title: "Send a receipt when a refund went through",
  question: {
    text: "Who gets the receipt?",
    options: [
      { label: "The customer", consequence: "One e-mail, to the address of the order." },
      {
        label: "Customer and accounting",
        consequence: "Two e-mails; the second has the tax lines.",
      },
    ],
  },
  plan: prose([
    "Send a receipt by e-mail for every refund that the provider confirmed.",
    "",
    "- The mail goes out after the commit, through the queue that the order confirmation uses.",
    "- Amount, order number, the last four digits of the card; nothing else about the payment.",
    "- German and English, by the language of the order.",
  ]),
  criteria: ["a refund that is declined sends nothing", "both languages have a test"],
  steps: [
    {
      percent: 20,
      action: "looking at how the order confirmation is sent",
      done: "found the mail queue",
    },
    {
      percent: 50,
      action: "writing the receipt's template",
      done: "wrote both languages of the template",
      artifacts: [created("src/mail/refund-receipt.en.mjml", 40), created("src/mail/refund-receipt.de.mjml", 40)],
    },
    {
      percent: 75,
      action: "queueing the mail after the commit",
      done: "the mail is queued after the commit",
      artifacts: [modified("src/orders/refund.ts", 9), created("src/mail/refund-receipt.ts", 52)],
    },
    { percent: 90, action: "running the mail tests", done: "ran the mail tests: 18 passed" },
  ],
  handover: prose([
    "Refunds send a receipt now, in the order's language, once the provider has confirmed. A declined refund",
    "sends nothing; there is a test for it. 18 mail tests pass.",
  ]),
  decision: "Receipts go out after the commit, so that no mail speaks of a refund that was rolled back.",
  findings: prose([
    "One finding. `src/mail/refund-receipt.ts:23`: the amount is formatted with the server's locale, so a",
    "German order gets `€19.99`. Use the order's locale. Fixed when the German test expects `19,99 €`.",
  ]),
  rework: [
    {
      percent: 60,
      action: "formatting amounts by the order's locale",
      done: "amounts follow the order's locale",
      artifacts: [modified("src/mail/refund-receipt.ts", 6)],
    },
  ],
  fixed: "Amounts follow the order's locale; the German test expects `19,99 €` and passes. 19 tests.",
  verdict: "Clean. Both templates render in the preview, the queue retries, and no card number is in the logs.",
  outcome: prose([
    "Every confirmed refund sends a receipt in the language of the order; declined ones send nothing. It goes",
    "through the queue of the order confirmation, so it is tried again when the mail server is away.",
  ]),
};

export const history: Topic = {
  title: "Show refunds in the order's history",
  question: {
    text: "Who sees refunds in the history?",
    options: [
      { label: "The customer", consequence: "When, how much, and what came of it." },
      { label: "Support only", consequence: "The same, with who did it." },
    ],
  },
  plan: prose([
    "Show refunds in the order's history, the newest first.",
    "",
    "- One line per refund: when, how much, who started it, what the provider said.",
    "- The support team sees the provider's reference; customers do not.",
  ]),
  criteria: ["customers never see the provider's reference", "the list is sorted by the database"],
  steps: [
    { percent: 20, action: "reading the history component", done: "read the history component" },
    {
      percent: 45,
      action: "adding refunds to the history query",
      done: "refunds are in the history query",
      artifacts: [modified("src/orders/history.ts", 28)],
    },
    {
      percent: 70,
      action: "drawing the refund's line",
      done: "the refund has its line",
      artifacts: [created("src/pages/refund-line.tsx", 46), modified("src/pages/history.tsx", 11)],
    },
    { percent: 90, action: "running the page tests", done: "ran the page tests: 27 passed" },
  ],
  handover: prose([
    "The history shows refunds, newest first, out of one query. The provider's reference is in the answer for",
    "support only; a test asks as a customer and finds none. 27 tests pass.",
  ]),
  decision: "The reference is left out by the server, not hidden by the page.",
  findings: prose([
    "One finding. `src/orders/history.ts:44`: refunds come from a second query and are merged in memory, so",
    "page two of a long history misses some. Let the database sort and page. Fixed when the test with 60",
    "entries sees each of them once.",
  ]),
  rework: [
    {
      percent: 60,
      action: "merging payments and refunds in one query",
      done: "one query sorts and pages both",
      artifacts: [modified("src/orders/history.ts", 19)],
    },
  ],
  fixed: "One query sorts and pages payments and refunds; the test with 60 entries sees each of them once.",
  verdict: "Passed: I paged through 60 entries as customer and as support, and the reference stays where it belongs.",
  outcome: prose([
    "The order's history shows its refunds, the newest first: when, how much, who, and what came of it.",
    "Support also sees the provider's reference.",
  ]),
};

export const parts: Topic = {
  title: "Refund parts of an order",
  question: {
    text: "Is shipping refunded with a part of an order?",
    options: [
      { label: "Only with the last line", consequence: "Shipping comes back once everything did." },
      { label: "In proportion", consequence: "Each line brings its share of the shipping." },
    ],
  },
  plan: prose([
    "Let customers refund single lines of an order.",
    "",
    "- The refund names lines and quantities; the amount is computed by the server, never sent by the page.",
    "- Shipping is refunded with the last line that is left.",
    "- The sum of all refunds never exceeds what was paid, discounts included.",
  ]),
  criteria: ["the sum of refunds never exceeds the payment", "discounts are shared out to the cent"],
  steps: [
    {
      percent: 15,
      action: "reading how discounts are spread over lines",
      done: "read how discounts are spread",
    },
    {
      percent: 40,
      action: "computing a line's share in whole cents",
      done: "shares are computed in whole cents",
      artifacts: [created("src/orders/share.ts", 58)],
    },
    {
      percent: 65,
      action: "letting the page choose lines",
      done: "the page lets customers choose lines",
      artifacts: [modified("src/pages/order.tsx", 44), modified("src/orders/refund.ts", 37)],
    },
    {
      percent: 90,
      action: "trying 10,000 random orders",
      done: "10,000 random orders: no refund exceeds its payment",
      artifacts: [created("test/orders/share.test.ts", 71)],
    },
  ],
  handover: prose([
    "Single lines can be refunded. The server computes each line's share of the discount in whole cents; the",
    "remainder goes to the most expensive line. 10,000 random orders never refund more than was paid.",
  ]),
  decision: "The page sends lines and quantities, the server alone computes amounts.",
  findings: prose([
    "One finding. `src/orders/share.ts:31`: a line of which two were bought and one is refunded later again gets",
    "the rounding cent twice. Keep what each refund took. Fixed when refunding one by one gives the same sum as",
    "refunding all at once.",
  ]),
  rework: [
    {
      percent: 60,
      action: "remembering what each refund took",
      done: "each refund remembers what it took",
      artifacts: [modified("src/orders/share.ts", 17)],
    },
  ],
  fixed: "Each refund remembers what it took; one by one and all at once give the same sum for 10,000 random orders.",
  verdict:
    "No findings left. I also tried an order with a voucher above its value: nothing is refunded beyond the card.",
  outcome: prose([
    "Customers can refund single lines of an order. Discounts are shared out to the cent, shipping comes back with",
    "the last line, and no order ever refunds more than was paid.",
  ]),
};
