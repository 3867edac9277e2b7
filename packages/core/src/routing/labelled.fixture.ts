/**
 * Messages as people write them to a team, each with who should get it and what it takes (d direct, l lightweight,
 * s standard, f full). What nobody but the entry point can place is the planner's.
 */
const LABELLED = `
builder s | fix the login bug, ok?
builder s | The export button does nothing since yesterday, please fix it
builder s | Add a dark theme toggle to the settings page
builder l | rename getUsr to getUser everywhere
builder l | there's a typo on the pricing page, "recieve"
builder s | Implement pagination for the orders endpoint
builder s | can you add retry with backoff to the webhook client
builder s | Refactor the parser so it doesn't build the whole tree in memory
builder s | please remove the feature flag for checkout v2
builder l | bump zod to the newest version
builder s | hook up the new search box to the API
builder s | Make the table sortable by date. Don't touch the tests.
builder s | the date picker shows the wrong month in february, fix it please
builder s | we need an endpoint that returns the open invoices
builder s | Change the default page size to 50
builder s | Migrate the settings from YAML to the database, without losing anything
builder s | Fix the race between the two timers, no review needed
builder s | could someone implement undo for deleted rows?
builder s | delete the old importer, nobody uses it
builder s | behebe den Fehler beim Speichern
builder s | Bitte baue einen Filter für die Liste ein
builder s | ajoute un bouton pour exporter en CSV
builder s | arregla el error al guardar el pedido
builder s | 修复登录页面的问题
builder s | add validation to the sign-up form: e-mail and phone
builder s | users can't save a draft twice, there is a bug in the form state
builder s | wire up the cancel button
builder s | the API returns 500 for empty carts. fix
builder s | Upgrade to Node 22 and fix what breaks
builder s | implement what we discussed for refunds
reviewer s | please review the refund branch
reviewer s | can someone look over my change to the ledger before I go on?
reviewer s | Review DEV-014, I'm not sure about the locking
reviewer s | is this safe to merge?
reviewer s | I'd like a second opinion on the retry logic
reviewer s | could you look at the diff of the importer
reviewer s | PR 212 is waiting for a review since Monday
reviewer s | quick sanity check of the migration please, I changed the order of two steps
reviewer s | approve the pull request if it's fine
reviewer s | code review for the payment module
reviewer s | review the fix for the login bug
reviewer s | Prüfe die Änderung an der Rechnung bitte
reviewer s | relis le code du panier s'il te plaît
reviewer s | revisa el cambio de ayer
reviewer s | before we merge: somebody review the error handling
reviewer s | reviewer please, the branch for exports is done
reviewer s | look over the new schema, especially the indexes
reviewer s | do a review of the last three commits
reviewer s | レビューをお願いします
reviewer s | Is the change to the scheduler any good? Please review it critically.
tester s | The late answer test is flaky on CI, can someone find out why before we merge?
tester s | CI is red again
tester s | write a test for the empty cart
tester s | tests fail on Windows only, please reproduce it
tester s | increase coverage of the parser, mostly edge cases
tester s | verify that the import works with a file of 2 GB
tester s | Can you reproduce the crash from ticket 88?
tester s | add a regression test for the double refund
tester s | test the checkout end to end on a slow network
tester s | the failing test in orders.spec needs a look
tester s | schreibe Testfälle für die Anmeldung
tester s | prueba el flujo de pago completo
tester s | e2e for the invite flow is missing
tester s | find out why the nightly run takes 40 minutes
tester s | Run the tests against Postgres 17 and tell me what fails
tester s | 测试一下支付流程
tester s | can you verify the fix from yesterday on staging data?
tester s | tests for the rate calculation please
tester s | I can't repro the freeze, someone else try to reproduce it
tester s | flaky again: session.spec line 40
writer s | update the docs for the new flags
writer s | write release notes for 2.4
writer s | The readme still says npm install, please correct the documentation
writer s | we need a tutorial for first-time users
writer s | document the webhook payloads
writer s | changelog entry for the new exporter
writer l | the wording of the error message is confusing, improve it
writer s | a short guide on how to write rules
writer s | draft the announcement for the beta
writer s | Write a blog post about how we made search faster
writer s | Bitte aktualisiere die Dokumentation der API
writer s | rédige un guide d'installation
writer s | documente el formato de los archivos
writer s | explain in the docs what a fence is
writer s | the readme needs a section on backups
writer s | Docs: the page on roles contradicts the glossary
writer s | proofread the docs before Friday
writer s | please add the missing parameters to the API documentation
security s | is there an XSS in the comment field? please check
security s | we leaked a secret in the logs, rotate it
security s | who may delete a room? I think the permissions are too wide
security s | audit the upload code for path traversal
security s | CVE-2026-1234 affects our XML library
security s | add a rate limit to sign-in attempts, we see credential stuffing
security s | threat model for the new share links
security s | check whether tokens end up in URLs, security wise
security s | SQL injection in the search? have a look
security s | Are passwords still hashed with bcrypt cost 8? raise it, it's a security risk
security s | prüfe ob es eine Sicherheitslücke im Login gibt
security s | il y a une faille dans l'envoi de fichiers
security s | encrypt the backups at rest, secrets are in them
security s | a customer reported a vulnerability in our embed
security s | CSRF check is missing on the invite form, it's a security hole
operations s | deploy 2.4 to staging
operations s | roll back production, the error rate doubled
operations s | the disk of db-2 is at 95 %
operations s | set up monitoring for the queue length
operations s | restore yesterday's backup into staging
operations s | the certificate for the status page expires tomorrow
operations s | ship it to production tonight
operations s | docker image is 1.2 GB, the deployment takes forever
operations s | there was an outage at 03:00, who got the alert?
operations s | provision two more workers
operations s | move our DNS to the new provider
operations s | scale up the workers before the sale starts
operations s | despliega la versión 3 en producción
operations s | déploie la branche main sur staging
operations s | why did the deploy pipeline stop halfway? restart it
operations s | cut a release from main
planner s | plan the move to the new billing system
planner s | how long would it take to support SSO?
planner s | break down the epic into tasks
planner s | in which order should we do these?
planner s | what should we do about the slow dashboard and the failing imports?
planner s | split up the work on exports so three people can start
planner s | estimate the effort for offline mode
planner s | make a roadmap for Q1
planner s | prioritise the open bugs
planner f | I want customers to be able to pay by invoice, with reminders, credit notes and a report for accounting
planner s | We should talk about what happens when a tenant leaves
planner s | make search better
planner s | our onboarding is too hard for small teams
planner f | redesign the permission system: new roles, migration of the old ones, tests, docs and a deploy plan
planner s | plan only, don't implement anything: offline support
planner s | Plane bitte die nächsten zwei Wochen
planner s | planifie la refonte du panier
planner s | Can we drop the second webhook?
planner s | let's do something about performance
planner s | customers ask for an audit-proof archive of invoices, with search; think about what it needs first
planner d | How far are the refunds?
planner d | what's the status?
planner d | who is working on the importer?
planner d | what is blocked right now?
planner d | wie weit seid ihr?
planner d | what did we decide about currencies?
planner d | is DEV-014 done?
planner d | when will the exports be ready?
planner d | which branch is the newest?
planner s | scope the first version of the mobile app
planner s | what are the next steps? write them down as tasks
planner s | Someone should own the data model
`;

export interface LabelledMessage {
  to: string;
  tier: "direct" | "lightweight" | "standard" | "full";
  message: string;
}

const TIER = { d: "direct", l: "lightweight", s: "standard", f: "full" } as const;

export const LABELLED_MESSAGES: LabelledMessage[] = LABELLED.trim()
  .split("\n")
  .map((line) => {
    const [head = "", message = ""] = line.split(/ \| (.*)/s);
    const [to = "", tier = "s"] = head.split(" ");
    return { to, tier: TIER[tier as keyof typeof TIER], message };
  });
