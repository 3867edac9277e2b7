import type { Body } from "@squadroom/client/call";

/** What the pipeline of the demo is about. */
export const REQUIREMENT = {
  title: "Passkeys for customers",
  description: [
    "Customers sign in with a password and a code that we e-mail. One in three support tickets is about a code that never arrived.",
    "Let customers add a passkey to their account and sign in with it, on every device they own.",
    "",
    "- Nobody is locked out because a device is lost.",
    "- Browsers without passkeys keep working as today.",
    "- Support cannot get into an account by itself.",
    "- Ship to one shop first, then to all of them.",
  ].join("\n"),
};

type Result = Body<"completeTask">["result"];
type Wisdom = NonNullable<Body<"completeTask">["wisdom"]>[number];

/** A step's work, as its worker tells it. */
export interface Step {
  doing: [string, string];
  summary: string;
  /** The same for its revision. */
  revised: string;
  decisions: string[];
  /** Used if the pipeline names none. */
  files: string[];
  /** What a person should know before the next step. */
  warnings?: string[];
  checks?: NonNullable<Result["checks"]>;
  learned?: Wisdom;
}

const step = (more: Pick<Step, "doing" | "summary"> & Partial<Step>): Step => ({
  revised: "Revised as the discussion asked.",
  decisions: [],
  files: [],
  ...more,
});

/** By the titles of the pipeline's steps. */
const STEPS: Record<string, Step> = {
  Research: step({
    doing: ["reading 412 support tickets and the sign-in code", "writing 13 numbered requirements"],
    summary:
      "13 requirements. 31% of tickets are about codes; 88% of sessions come from browsers that support passkeys.",
    decisions: ["Passkeys come beside the password, they don't replace it."],
    learned: {
      kind: "learning",
      text: "The sign-in rate limit counts per address. Shops behind one office address share it.",
      files: ["src/auth/rate-limit.ts"],
    },
  }),
  "Product brief": step({
    doing: ["writing who has which problem", "writing what success is, and what is left out"],
    summary:
      "Success: half of returning customers sign in with a passkey after 90 days, and tickets about codes fall by 60%.",
    decisions: ["Accounts without any password are left out of the first release."],
  }),
  Requirements: step({
    doing: ["writing R-01 to R-12, with errors and limits", "naming how each is checked"],
    summary: "12 numbered requirements: enrolment, sign-in, removal, and how each is checked.",
    revised:
      "R-13 and R-14 added: recovery when the last passkey is lost, and what support may see. R-06 has a limit now: 10 passkeys an account.",
    decisions: ["An account has 10 passkeys at most.", "A passkey is named by its owner."],
  }),
  Architecture: step({
    doing: ["drawing parts, boundaries and data", "writing down what was decided and why"],
    summary: "One module owns ceremonies and credentials; the session code is unchanged.",
    decisions: ["Challenges live in the session store for five minutes, never in the database."],
  }),
  "Epics and stories": step({
    doing: ["splitting the work into epics", "writing criteria that somebody else can check"],
    summary: "4 epics, 17 stories, each with criteria. The first release is epics 1 to 3.",
    decisions: ["Recovery ships with enrolment, not after it."],
  }),
  "Readiness check": step({
    doing: ["tracing 14 requirements to stories", "judging whether it can be planned from"],
    summary: "Ready: every requirement has a story, and 16 of 17 stories can be tested as written.",
    warnings: ["Story 12 needs a number: how fast does a customer with a lost device get back in?"],
    decisions: ["Story 12 is planned with 300 ms at the 95th percentile."],
  }),
  Plan: step({
    doing: ["cutting stories into tasks", "ordering them by what waits for what"],
    summary: "9 tasks: 5 on the server, 4 on screens. They meet at the enrolment endpoint.",
    decisions: ["The endpoints are agreed before screens begin."],
  }),
  Implementation: step({
    doing: ["building enrolment, sign-in and recovery", "running the tests"],
    summary: "Enrolment, sign-in, removal and recovery work; counters that go back are refused.",
    decisions: ["A removed passkey is kept for 30 days as removed, so that its use is explained."],
    files: ["src/auth/passkeys.ts", "src/auth/recovery.ts", "test/auth/passkeys.test.ts"],
    checks: [{ name: "tests", passed: true, value: 68 }],
  }),
  Tests: step({
    doing: ["trying each requirement", "trying what must not work"],
    summary: "14 of 14 requirements hold. A replayed challenge is refused, also across processes.",
    files: ["test/auth/passkeys.e2e.ts"],
    checks: [{ name: "tests", passed: true, value: 92 }],
  }),
  Screens: step({
    doing: ["building the sign-in page and the list of passkeys", "trying both themes and a phone"],
    summary: "Sign-in offers the passkey first; the account page lists, names and removes them.",
    decisions: ["Where the browser has none, the page says nothing about passkeys."],
    files: ["src/pages/sign-in.tsx", "src/pages/account/passkeys.tsx"],
  }),
  "Screen check": step({
    doing: ["signing in as a customer would", "trying keys, zoom and a screen reader"],
    summary: "All flows work at 360 to 1440 px, by keyboard and with a screen reader.",
    files: ["test/pages/passkeys.spec.ts"],
  }),
  "Code review": step({
    doing: ["reading what changed", "trying the failure paths"],
    summary: "No findings that block. One name reads better as `removedAt`.",
    files: ["review/passkeys.md"],
  }),
};

/** What is done if the pipeline asks for something of its own, after an answer at its checkpoint. */
export function stepOf(title: string): Step {
  return (
    STEPS[title] ??
    step({
      doing: ["reading what is asked", "changing what it names"],
      summary: "Changed as asked; the rest is as it was.",
    })
  );
}

export interface View {
  rating: number;
  summary: string;
  convergent?: string[];
  divergent?: string[];
  missing?: string[];
  risks?: { risk: string; severity: "high" | "medium" | "low" }[];
  actionItems?: string[];
}

/** What each point of view says about work to which it has no objection. */
const CONTENT: Record<string, View> = {
  product: { rating: 4, summary: "It solves what customers write to us about." },
  technical: { rating: 4, summary: "It can be built on what is there." },
  quality: { rating: 4, summary: "Somebody else could check it as it is written." },
  risk: { rating: 4, summary: "What can fail is named, with what happens then." },
  coverage: { rating: 5, summary: "Everything that research found is in it." },
};

/** By the title of the step, and by point of view. */
const VIEWS: Record<string, Record<string, View>> = {
  "Product brief": {
    product: {
      rating: 5,
      summary: "One problem, one number, one thing left out.",
      convergent: ["Tickets about codes are the measure"],
    },
    risk: {
      rating: 4,
      summary: "90 days may be too short to tell.",
      convergent: ["Tickets about codes are the measure"],
      divergent: ["Is success judged after 90 days, or after a full season?"],
    },
  },
  Requirements: {
    product: {
      rating: 4,
      summary: "Enrolment and sign-in are what customers need.",
      convergent: ["Passkeys come beside the password"],
    },
    technical: {
      rating: 3,
      summary: "R-06 lets an account hold any number of passkeys.",
      convergent: ["Passkeys come beside the password"],
      divergent: ["How many passkeys may an account hold?"],
      actionItems: ["Give R-06 a limit"],
    },
    quality: { rating: 3, summary: "R-09 says “quickly”, which nobody can test." },
    risk: {
      rating: 2,
      summary: "Whoever loses the only device is locked out for good.",
      divergent: ["May support reset an account after an identity check?"],
      risks: [{ severity: "high", risk: "Customers with one device lose their account with it" }],
      actionItems: ["Say how somebody gets back in without any passkey"],
    },
    coverage: {
      rating: 2,
      summary: "“Nobody is locked out” is in the request and in no requirement.",
      missing: ["Recovery when the last passkey is lost"],
      actionItems: ["Say how somebody gets back in without any passkey", "Say what support may see"],
    },
  },
  Architecture: {
    technical: {
      rating: 5,
      summary: "A module of its own, and the session code stays as it is.",
      convergent: ["One module owns ceremonies and credentials"],
    },
    risk: {
      rating: 2,
      summary: "If the session store restarts, every open ceremony fails.",
      divergent: ["May challenges live in a store that forgets them?"],
      risks: [{ severity: "medium", risk: "A restart of the session store ends open ceremonies" }],
      actionItems: ["Show a way to start again when a challenge is gone"],
    },
  },
};

const REVISED: Record<string, Record<string, View>> = {
  Requirements: {
    technical: {
      rating: 4,
      summary: "Ten passkeys an account is a limit that can be built.",
      convergent: ["Recovery needs two proofs"],
    },
    risk: {
      rating: 4,
      summary: "R-13 asks for two proofs and a day's delay, which is enough.",
      convergent: ["Recovery needs two proofs"],
    },
    coverage: { rating: 5, summary: "R-13 and R-14 close what was missing." },
  },
};

/** What is said about a step, or its revision, from one point of view. */
export function viewOf(perspective: string, title: string, isRevision: boolean): View {
  const own = (isRevision ? REVISED : VIEWS)[title]?.[perspective];
  return own ?? CONTENT[perspective] ?? { rating: 4, summary: "Nothing stands against it." };
}
