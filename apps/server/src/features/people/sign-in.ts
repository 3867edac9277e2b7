import type { PersonCaller } from "@squadroom/core/kernel/actor";
import type { NewId, PersonId } from "@squadroom/core/kernel/ids";
import { RefusalError, refuse } from "@squadroom/core/kernel/refusal";
import type { RefusalCode } from "@squadroom/core/kernel/refusal-code";
import type { ISql, Sql } from "postgres";
import { type Attempts, createAttempts, guarded as guardedBy, neighbourhoodOf } from "../../platform/auth/attempts.ts";
import { noteServerAct } from "../../platform/auth/audit.ts";
import { takeLink } from "../../platform/auth/links.ts";
import { isReserved } from "../../platform/auth/local-admin.ts";
import type { Identity, Oidc } from "../../platform/auth/oidc.ts";
import { createPasswords, weaknessOf } from "../../platform/auth/passwords.ts";
import { presentedBy } from "../../platform/auth/presented.ts";
import type { Authenticator, CallHeaders, CredentialRef, PersonPrincipal } from "../../platform/auth/principal.ts";
import { endSignIn, endSignInsOf, startSignIn, touchPerson } from "../../platform/auth/sign-ins.ts";
import { createFailures, type How } from "./failures.ts";
import { arrive } from "./identities.ts";

/**
 * A typing mistake costs nothing; somebody who guesses gets one try a minute for a name. Counted per address: otherwise
 * anybody could keep anybody out.
 */
const PER_NAME = { burst: 10, everyMs: 60_000 };
const PER_ADDRESS = { burst: 30, everyMs: 10_000 };
/** What counts as a guess; any other failure costs no attempt. */
const GUESSES: RefusalCode[] = ["sign_in_failed", "link_unknown", "oidc_unknown"];

function isGuess(error: unknown): boolean {
  if (!(error instanceof RefusalError)) return false;
  // Somebody who cancels or comes late has not tried anything.
  const isRefused = error.code === "oidc_failed" && error.refusal.details.reason === "refused";
  return isRefused || GUESSES.includes(error.code);
}

const FIRST_NAME = "Admin";

interface Caller {
  address: string;
  headers: CallHeaders;
  /** It came over https. */
  secure: boolean;
}

export interface SignedIn {
  personId: PersonId;
  name: string;
  first: boolean;
  /** For the cookie. */
  secret: string;
}

export interface SignInDesk {
  byLink(caller: Caller, link: string, name: string | undefined): Promise<SignedIn>;
  byPassword(caller: Caller, name: string, password: string): Promise<SignedIn>;
  setPassword(address: string, person: PersonPrincipal, password: string, current: string | undefined): Promise<void>;
  /** @throws RefusalError `sign_in_failed`, where there is a password and `current` is another */
  reprove(address: string, person: PersonId, current: string | undefined): Promise<unknown>;
  /** @param identify whom the provider says that it is */
  byOidc(
    caller: Caller,
    oidc: Oidc,
    identify: () => Promise<Identity>,
    link: string | null,
  ): Promise<Pick<SignedIn, "personId" | "name" | "secret">>;
  /** Runs what a stranger at this address could use for guessing. */
  guarded<T>(address: string, name: string | null, run: () => Promise<T>, how: How): Promise<T>;
}

/** Somebody who guesses has to wait, and is in the audit. */
function createGuard(sql: Sql, clock: { now(): number }): SignInDesk["guarded"] {
  const perName = createAttempts(clock, PER_NAME);
  const perAddress = createAttempts(clock, PER_ADDRESS);
  const failures = createFailures(sql, clock);

  return async (address, name, run, how) => {
    // Somebody who fails at the provider can still use a password, and the other way round.
    const place = `${how === "oidc" ? "oidc " : ""}${neighbourhoodOf(address)}`;
    const wanted: [Attempts, string][] = [[perAddress, place]];
    if (name !== null) wanted.push([perName, `${neighbourhoodOf(address)} ${name.toLowerCase()}`]);
    try {
      return await guardedBy(wanted, run, isGuess);
    } catch (error) {
      if (isGuess(error)) await failures.note(address, name, how);
      throw error;
    }
  };
}

/** Proves that whoever is signed in is the person, if there is a password. @returns its hash */
export function createReproof(
  { sql, clock }: { sql: Sql; clock: { now(): number } },
  passwords = createPasswords(),
  guarded = createGuard(sql, clock),
) {
  return async (address: string, person: PersonId, current = ""): Promise<string | null> => {
    const [row] = await sql<{ password_hash: string | null }[]>`
      select password_hash from people where id = ${person}`;
    const old = row?.password_hash ?? null;
    if (old === null) return null;
    const check = async () => {
      if (!(await passwords.verify(old, current))) throw currentIsWrong();
    };
    await guarded(address, person, check, "password");
    return old;
  };
}

/** A sign-in replaces the browser's previous one. */
function createStart(newId: NewId) {
  return async (tx: ISql, caller: Caller, person: PersonCaller, how: How) => {
    const presented = presentedBy(caller.headers, caller.secure);
    const ended = presented?.by === "cookie" ? await endSignIn(tx, presented.secret) : [];
    const { secret } = await startSignIn(tx, person.id, newId);
    const details = { how, address: caller.address };
    await noteServerAct(tx, { by: person, act: "signed_in", subject: person.name, details });
    return { secret, ended };
  };
}

export function createSignInDesk(tools: {
  sql: Sql;
  auth: Pick<Authenticator, "noteChanged">;
  clock: { now(): number };
  newId: NewId;
}): SignInDesk {
  const { sql, auth, newId } = tools;
  const passwords = createPasswords();
  const guarded = createGuard(sql, tools.clock);

  const start = createStart(newId);
  const reprove = createReproof(tools, passwords, guarded);

  async function committed<T>(work: (tx: ISql) => Promise<{ result: T; changed: CredentialRef[] }>): Promise<T> {
    const { result, changed } = await sql.begin(work);
    auth.noteChanged(changed);
    return result as T;
  }

  return {
    guarded,
    reprove,
    byLink: (caller, link, name) =>
      guarded(
        caller.address,
        null,
        () =>
          committed(async (tx) => {
            const person = await takeLink(tx, link, name ?? FIRST_NAME, newId);
            const { personId: id, name: who } = person;
            const { secret, ended } = await start(tx, caller, { id, name: who }, "link");
            return { result: { ...person, secret }, changed: ended };
          }),
        "link",
      ),

    byOidc: (caller, oidc, identify, link) =>
      guarded(
        caller.address,
        null,
        async () => {
          const identity = await identify();
          return await committed(async (tx) => {
            const person = await arrive(tx, newId, { oidc, identity, link });
            const { secret, ended } = await start(tx, caller, person, "oidc");
            return { result: { personId: person.id, name: person.name, secret }, changed: ended };
          });
        },
        "oidc",
      ),

    byPassword: (caller, name, password) =>
      guarded(
        caller.address,
        name,
        async () => {
          // One way for all: neither the answer nor its time shows whether the name is known.
          const [person] = await sql<{ id: PersonId; name: string; password_hash: string | null }[]>`
          select id, name, password_hash from people
          where lower(name) = lower(${name}) and deactivated_at is null
          order by name = ${name} desc limit 1`;
          const isRight = await passwords.verify(person?.password_hash ?? null, password);
          if (!isRight || !person) throw signInFailed();
          return await committed(async (tx) => {
            // A change at this moment is done already, or waits for this sign-in to end it.
            const same = await tx`
            select 1 from people where id = ${person.id} and password_hash = ${person.password_hash}
              and deactivated_at is null
            for share`;
            if (same.length === 0) throw signInFailed();
            const { secret, ended } = await start(tx, caller, person, "password");
            const result = { personId: person.id, name: person.name, first: false, secret };
            return { result, changed: ended };
          });
        },
        "password",
      ),

    async setPassword(address, person, password, current) {
      if (isReserved(person.name)) {
        throw refuse("forbidden", "The local admin has no password; it uses this machine's key.");
      }
      const weakness = weaknessOf(password);
      if (weakness) throw new RefusalError(weakness);
      const old = await reprove(address, person.id, current);
      const fresh = await passwords.hash(password);
      await committed(async (tx) => {
        const set = await tx`
          update people set password_hash = ${fresh}
          where id = ${person.id} and password_hash is not distinct from ${old} returning id`;
        if (set.length === 0) throw currentIsWrong();
        // Somebody who knew the old one, or had a link before there was one, may be signed in.
        const ended = await endSignInsOf(tx, person.id, { keptId: person.credential.id });
        const details = { ended: ended.length };
        const { id, name } = person;
        await noteServerAct(tx, { by: { id, name }, act: "password_set", subject: name, details });
        return { result: null, changed: [...ended, ...(await touchPerson(tx, person.id))] };
      });
    },
  };
}

function signInFailed(): RefusalError {
  return refuse("sign_in_failed", "Name or password is wrong.");
}

function currentIsWrong(): RefusalError {
  return refuse("sign_in_failed", "The current password is wrong.");
}
