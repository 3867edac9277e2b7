/** Why the database does not do what it was asked, if the caller is not at fault. */
export interface Cause {
  /** Unreachable: what was asked may have been done. Refusing: it was certainly rolled back. */
  state: "unreachable" | "refusing";
  /** Code from the driver, the system or Postgres. */
  code: string;
  /** Follows "the database": "its disk is full". */
  words: string;
  /** Waiting helps: a disk gets space, a standby takes over. Otherwise somebody has to change a setting. */
  isPassing: boolean;
}

/** Postgres's refusals that aren't about the query. https://www.postgresql.org/docs/current/errcodes-appendix.html */
const REFUSING: Record<string, { words: string; isPassing: boolean }> = {
  "25006": { words: "it is read-only", isPassing: true },
  "53100": { words: "its disk is full", isPassing: true },
  "53200": { words: "it is out of memory", isPassing: true },
  "53400": { words: "one of its limits is reached", isPassing: true },
  "58030": { words: "its disk is failing", isPassing: true },
  "58P01": { words: "one of its files is missing", isPassing: false },
  XX001: { words: "its data is damaged", isPassing: false },
  XX002: { words: "one of its indexes is damaged", isPassing: false },
  "42501": { words: "the server's role may not do this", isPassing: false },
  "28000": { words: "it doesn't let the server's role connect", isPassing: false },
  "28P01": { words: "it refuses the server's password", isPassing: false },
  "3D000": { words: "there is no database of that name", isPassing: false },
};

/** No connection, or one that ended. 53300: it has too many; 57P0x: it stops, has crashed, or is starting. */
const UNREACHABLE: readonly [codes: RegExp, words: string][] = [
  [/^57P03$/, "it is starting up"],
  [/^57P0[1245]$/, "it is stopping"],
  [/^53300$/, "it has no connections left"],
  [/^(ENOTFOUND|EAI_AGAIN)$/, "its name can't be resolved"],
  [/^(NO_ANSWER|CONNECT_TIMEOUT|ETIMEDOUT)$/, "it doesn't answer"],
  [/^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH)$/, "it can't be reached"],
  [/^(AUTH_TYPE_REFUSED|SASL_SIGNATURE_MISMATCH)$/, "another program answers in its place"],
  [/^(CONNECTION_(CLOSED|ENDED|DESTROYED)|ECONNRESET|EPIPE|08\w{3})$/, "its connections keep closing"],
];

let isDiskFull = (): boolean => false;

/** A database whose disk is full ends its connections without a word: the reason is looked up. */
export function lookAtDisk(isFull: () => boolean): void {
  isDiskFull = isFull;
}

/** `null`: the error is no sign of an unhealthy database. Looks through errors that wrap the driver's. */
export function causeOf(error: unknown): Cause | null {
  for (let at = error, depth = 0; at instanceof Error && depth < 6; at = at.cause, depth++) {
    if (!("code" in at) || typeof at.code !== "string") continue;
    const { code } = at;
    const refusing = REFUSING[code];
    if (refusing) {
      const words = refusing.isPassing ? refusing.words : `${refusing.words} (${at.message})`;
      return { state: "refusing", code, words, isPassing: refusing.isPassing };
    }
    const known = UNREACHABLE.find(([codes]) => codes.test(code));
    if (!known) continue;
    const words = isDiskFull() ? "its disk is full" : known[1];
    return { state: "unreachable", code, words, isPassing: true };
  }
  return null;
}
