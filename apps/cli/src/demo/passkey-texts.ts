/** What the steps of the passkeys pipeline write, by their title: short, and as they would be found in a repository. */
export const TEXTS: Readonly<Record<string, string>> = {
  Research: `# Research

Read: 412 support tickets of the last quarter, the sign-in code, the browsers of 30 days of sessions.

- 31 % of the tickets are about codes that came late or never.
- 88 % of the sessions come from browsers that support passkeys.
- The sign-in rate limit counts by address; shops behind one office address share it.

Passkeys come beside the password. They don't replace it.
`,
  "Product brief": `# Product brief: passkeys for customers

**Problem.** Customers who wait for a code give up or write to support.

**Success.** After 90 days, half of returning customers sign in with a passkey, and tickets about codes fall by 60 %.

**Left out.** Accounts without any password. Passkeys for our own staff.

**Order.** One shop first, all others a month later.
`,
  Requirements: `# Requirements

- R-01 A signed-in customer adds a passkey after entering the password once more.
- R-02 The sign-in page offers the passkey first, and the password below it.
- R-03, R-04, R-07, R-10, R-11 Passwords, codes and sessions stay as they are.
- R-05 A passkey has a name that its owner gives.
- R-06 An account holds any number of passkeys.
- R-08 Browsers without passkeys see the page as it is today.
- R-09 Signing in works quickly.
- R-12 Removing a passkey asks for the password.
`,
  Architecture: `# Architecture

- \`auth/passkeys\` owns ceremonies and credentials. Nothing else touches either.
- The session code stays as it is: a passkey ends in the same session as a password.
- Challenges live in the session store for five minutes, never in the database.
- A counter that goes back is refused, and support sees that it was.

**Open.** A restart of the session store ends every ceremony under way; the page then starts again.
`,
  "Epics and stories": `# Epics and stories

1. **Enrol** (stories 1 to 5): add, name and remove a passkey.
2. **Sign in** (6 to 10): passkey first, password below, counters checked.
3. **Recover** (11 to 14): two proofs and a day's delay. Ships together with enrolment.
4. **All shops** (15 to 17): a switch for each shop, and figures beside it.

Story 12: a customer with a lost device gets back in. How fast is still to be said.
`,
  "Readiness check": `# Readiness

Ready to be planned: each of the 14 requirements has a story.

| Checked | Result |
|---|---|
| Requirements with a story | 14 of 14 |
| Stories that can be tested as written | 16 of 17 |

**Story 12 needs a number.** Until somebody gives one, it is planned with 300 ms at the 95th percentile.
`,
  Plan: `# Plan

1. Store credentials and counters (server)
2. Enrolment endpoints, agreed before the screens begin (server)
3. Sign-in ceremony (server)
4. Recovery with two proofs (server)
5. Figures for each shop (server)
6. Sign-in page (screens, after 2)
7. List of passkeys (screens, after 2)
8. Recovery page (screens, after 4)
9. Switch for each shop (screens, after 5)
`,
  Implementation: `export async function finishEnrolment(account: Account, answer: Attestation): Promise<Passkey> {
  const challenge = await challenges.take(account.id);
  if (!challenge) throw new Expired("Start again: the challenge is older than five minutes.");
  if (account.passkeys.length >= PASSKEYS_MAX) throw new TooMany(PASSKEYS_MAX);
  const credential = await verify(answer, challenge);
  return passkeys.add(account.id, { ...credential, counter: 0, removedAt: null });
}
`,
  Tests: `test("a replayed challenge is refused, also by another process", async () => {
  const answer = await signed(await challengeFor(customer));
  await signIn(first, answer);
  await expect(signIn(second, answer)).rejects.toThrow(/used before/);
});
`,
  Screens: `export function SignInWays({ hasPasskeys }: { hasPasskeys: boolean }) {
  if (!hasPasskeys) return <PasswordForm />;
  return (
    <>
      <Button kind="primary" onClick={signInWithPasskey}>Sign in with a passkey</Button>
      <PasswordForm isFolded />
    </>
  );
}
`,
  "Screen check": `test("a customer without a mouse signs in with a passkey", async ({ page }) => {
  await page.goto("/sign-in");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Sign in with a passkey" })).toBeFocused();
});
`,
  "Code review": `# Review

No findings that block.

- \`passkeys.ts\`: \`gone\` reads better as \`removedAt\`.
- The failure paths were tried by hand: expired challenge, eleventh passkey, counter that goes back.
`,
};

/** The same after a discussion sent them back. */
export const REVISED_TEXTS: Readonly<Record<string, string>> = {
  Requirements: `# Requirements

- R-01 A signed-in customer adds a passkey after entering the password once more.
- R-02 The sign-in page offers the passkey first, and the password below it.
- R-03, R-04, R-07, R-10, R-11 Passwords, codes and sessions stay as they are.
- R-05 A passkey has a name that its owner gives.
- R-06 An account holds 10 passkeys at most.
- R-08 Browsers without passkeys see the page as it is today.
- R-09 Signing in takes 300 ms at most, at the 95th percentile.
- R-12 Removing a passkey asks for the password.
- R-13 Whoever lost the last passkey gets back in with two proofs and a day's delay.
- R-14 Support sees that a passkey was used, never which one, and can't add any.
`,
};
