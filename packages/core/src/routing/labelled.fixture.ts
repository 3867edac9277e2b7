/**
 * Messages as people write them to a team, each with who should get it and what it takes (d direct, l lightweight,
 * s standard, f full, w any of these but direct). What nobody but the entry point can place is the planner's.
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
builder w | can you add a dark mode toggle to the settings page?
builder w | The export button doesnt do anything on Safari. Please fix
builder w | pls rename getUsr to getUser everywhere, its driving me nuts
builder w | We need pagination on the orders endpoint, 50 per page should be fine. Cursor based if it's not too much trouble.
builder w | don't rewrite the whole parser, just handle the empty line case
builder w | implement the csv import we talked about yesterday
builder w | hey, the date picker shows the wrong month when you open it in january. could someone fix that?
builder w | Refactor the billing module so the tax calculation is in its own class
builder w | swap moment for date-fns please, moment is way too heavy
builder w | Kannst du bitte einen Filter nach Datum in die Suchmaske einbauen?
builder w | users should be able to upload more than one file at once
builder w | make the retry count configurable, its hardcoded to 3 rn
builder w | I get a NullPointerException in InvoiceService line 212 when the customer has no address. Needs a null check or something
builder w | Remove the old v1 api handlers, nobody calls them any more.
builder w | the search is super slow with >10k items, can you make it use an index
builder w | Could you please write a small script that converts our old yaml configs to toml?
builder w | No need for tests yet, just get the websocket reconnect working
builder w | il faudrait ajouter un champ "téléphone" au formulaire d'inscription, merci
builder w | add a --json flag to the cli
builder w | typo in the login button label, says "Sing in"
builder w | Upgrade us to React 19 and sort out whatever breaks
builder w | I'd like the sidebar to collapse on mobile. Not urgent but would be nice this week
builder w | the webhook handler swallows exceptions, make it log them and return a 500
builder w | ok go ahead and implement option B. Leave the cache alone for now
builder w | can we get rid of the global state in session.py? pass it in as an argument instead
builder w | Sorting by price is alphabetical lol (100 comes before 20). fix?
builder w | address the comments Mia left on your PR please
builder w | necesito que el total del carrito se actualice al cambiar la cantidad, ahora hay que recargar la página
builder w | write a migration that adds a deleted_at column to accounts, and make the delete endpoint a soft delete
planner d | why did you use a queue there instead of just calling the function directly?
reviewer w | can you take a look at PR 418?
reviewer w | Please review my changes on feature/bulk-edit before I merge
reviewer w | second pair of eyes on this diff pls, not sure about the locking
reviewer w | Don't change anything, just tell me what you think of the code in my last commit
reviewer w | is the new caching patch ok to merge? have a proper look at it first
reviewer w | Kannst du mal über den Pull Request von Jonas schauen? Der liegt schon seit Dienstag.
reviewer w | I pushed the fixes you asked for, ready for another round
reviewer w | Could you check whether this branch follows our style conventions? It's a big diff, sorry
reviewer w | need an approval on #77, it's a two liner
reviewer w | go through the refactor builder just did and be picky
reviewer w | hey can someone review the migration before it goes in? im worried about the column rename
reviewer w | Compare the two branches for the scheduler and give feedback on which implementation is cleaner
reviewer w | LGTM isn't enough for this one, please read it line by line. PR 1022
reviewer w | tu peux relire ma PR sur le panier stp ? elle est pas très longue
planner d | why did you reject my PR yesterday?
planner d | what do you look for when you review a change? asking because I'm new
tester w | test_checkout_flow fails about one in five runs on CI, can you find out why
tester w | Can you reproduce the bug from issue 231? I couldn't on my machine
tester w | please verify that the login fix really works on firefox too
tester w | write some unit tests for the discount calculator, coverage there is basically zero
tester w | CI is red again and I didn't touch anything... same timeout test as last week
tester w | run the full regression suite against the rc branch pls
tester w | Don't fix it yet, just get me a minimal repro
tester w | Bitte prüf mal, ob der Import auch mit leeren Dateien läuft. Am besten gleich einen Testfall dafür anlegen
tester w | we need e2e tests for the signup form, happy path + wrong password
tester w | A customer says their cart empties after 10 min. Can you confirm that and write down the steps?
tester w | flaky again: TestReconnect. quarantine it or find the race
tester w | try the new upload with some really big files, like 5gb, and tell me what happens
tester w | does the fix from this morning hold up? rerun the failing tests and let me know
tester w | add a test for the leap year thing so it doesn't come back
tester w | puedes comprobar si el error del pago sigue pasando en la rama develop?
planner d | what's our test coverage at the moment?
writer w | The README still says node 14, please update
writer w | draft release notes for 2.6
writer w | can you write a getting started guide for new contributers? something short
writer w | Changelog entry is missing for the rate limit change
writer w | the api docs for /invoices dont mention the new status param. pls add
writer w | Don't touch the code, just document what the flags do
writer w | Could you reword the migration guide? Two customers told us they got lost at step 3.
writer w | kannst du die Installationsanleitung ins Deutsche übersetzen
writer w | docstrings for the public functions in client.py would be great, thanks!
writer w | broken links all over the docs site under /guides
writer w | Summarise what changed since the last tag in a few lines users will understand
writer w | we should have an FAQ page. start with the five questions support gets most
writer w | the tutorial example uses the old import path, doesnt match the current version anymore
writer w | write up the architecture in docs/, one page with a diagram
writer w | fix the grammar in CONTRIBUTING please, reads like it was google translated
planner d | is there a page in our docs that explains how the plugins work?
operations w | prod is down!!! 502 on everything
operations w | please deploy 3.1.2 to staging
operations w | Roll back the last release, error rate doubled since 14:00
operations w | disk on db-2 is at 94%, can you free up some space or make it bigger
operations w | can we move the cron jobs from the old vm to kubernetes? no rush
operations w | the TLS cert for the status page expires on friday, needs renewing
operations w | Set up an alert when queue length goes over 1000
operations w | need a new staging environment for the demo on thursday, same size as the current one is ok
operations w | Der Server antwortet seit 10 Minuten nicht mehr, kann da bitte jemand draufschauen?
operations w | pods keep getting OOMKilled since this morning
operations w | Don't deploy today after all, hold it until Monday. And freeze the pipeline so nobody else does
operations w | bump the memory limit on the worker containers to 2gb
operations w | are the nightly backups really running? last one I can see is from the 3rd
operations w | scale the web tier up before the newsletter goes out at 6pm please
planner d | which version is running in production right now?
planner d | what region is our database hosted in?
security w | someone commited an AWS key to the repo, it needs to be revoked asap
security w | Is the upload endpoint vulnerable to path traversal? please check
security w | dependabot says there's a critical CVE in libxml, how bad is it for us? have a look please
security w | Do a threat model for the new SSO login before we build it
security w | a researcher mailed us about an XSS in the comments field, can you assess it and answer him
security w | audit who has admin permissions and tell me which accounts should lose them
security w | I could see another customer's invoices by changing the id in the url... that seems really bad
security w | peux-tu vérifier que les tokens de session expirent bien et qu'on ne peut pas les réutiliser ?
security w | No need to patch anything now, just tell me whether we're exposed to the new openssl hole
planner d | how do we store passwords, bcrypt or argon2?
planner d | whats the status?
planner d | Hi! who's working on what today?
planner w | Let's plan the next sprint. I want the mobile stuff in first
planner w | break the "teams" feature down into tasks and give me a rough estimate
planner d | when do you think the importer will be done?
planner w | we should do something about onboarding, too many people give up. Ideas welcome, then make a plan
planner d | what is left to do before 4.0?
planner w | drop the calendar integration, customer doesnt want it any more. Prioritise the reports instead
planner d | Wie weit seid ihr mit dem neuen Dashboard?
planner w | fix the rounding bug, test it, document it and ship it by tomorrow
planner d | should we go with postgres or stick with sqlite for this, what's your feeling?
planner w | something is off with the app today, cant really say what. can you figure out who should look at it
planner d | thanks everyone, great work this week! anything you need from me?
planner d | did anyone get round to the thing I asked for on Monday?
planner w | put the payment rewrite on hold and make a list of open questions for the client
planner d | how come it's taking longer than you said last week?
`;

export interface LabelledMessage {
  to: string;
  tier: "direct" | "lightweight" | "standard" | "full" | "work";
  message: string;
}

const TIER = { d: "direct", l: "lightweight", s: "standard", f: "full", w: "work" } as const;

export const LABELLED_MESSAGES: LabelledMessage[] = LABELLED.trim()
  .split("\n")
  .map((line) => {
    const [head = "", message = ""] = line.split(/ \| (.*)/s);
    const [to = "", tier = "s"] = head.split(" ");
    return { to, tier: TIER[tier as keyof typeof TIER], message };
  });
