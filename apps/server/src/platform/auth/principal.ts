import type { AgentId, PersonId, RoleName, RoomId } from "@squadroom/core/kernel/ids";
import type { PersonRole } from "@squadroom/core/kernel/route";
import type { TokenScope } from "@squadroom/core/people/token-contract";
import type { RunnerId } from "@squadroom/core/run/run";

/** The row behind a call; the append tests that `version` is still the newest. */
export interface CredentialRef {
  id: string;
  version: number;
}

export interface PersonPrincipal {
  kind: "person";
  id: PersonId;
  name: string;
  admin: boolean;
  hasPassword: boolean;
  /** What the access token behind the call may do; `null` for a sign-in. */
  token: TokenScope | null;
  /** The sign-in or the token; the local admin of this machine has a sign-in too. */
  credential: CredentialRef;
  /** Roles by room; admins are owners everywhere without an entry. */
  rooms: ReadonlyMap<RoomId, PersonRole>;
}

export interface AgentPrincipal {
  kind: "agent";
  id: AgentId;
  name: string;
  roomId: RoomId;
  roles: RoleName[];
  credential: CredentialRef;
}

export interface RunnerPrincipal {
  kind: "runner";
  id: RunnerId;
  name: string;
  roomId: RoomId;
  credential: CredentialRef;
}

/** The caller. */
export type Principal = PersonPrincipal | AgentPrincipal | RunnerPrincipal;

/** The parts of a request that say who sends it. */
export interface CallHeaders {
  authorization?: string | undefined;
  cookie?: string | undefined;
}

export interface Authenticator {
  /**
   * Who these headers speak for; `null` if they carry nothing valid. Cached; a revocation or change is known here
   * within half a second, and at once in the process that made it.
   *
   * @param secure the request came over https: then only the cookie that no other host can set counts
   * @throws RefusalError `unavailable`: the database is out of reach, so nobody knows what was revoked
   */
  authenticate(headers: CallHeaders, secure?: boolean): Promise<Principal | null>;
  /**
   * Whether a principal that was handed out is still valid, as far as this process knows. To be asked after a wait was
   * registered with `onChanged`: nobody else finds a change in between.
   */
  isCurrent(credential: CredentialRef): boolean;
  /** Like `isCurrent`, with knowledge as recent as an answer of `authenticate`. */
  isStill(credential: CredentialRef): boolean;
  /**
   * Called with the id of a credential that was revoked or changed, has expired, or had to leave the cache for lack of
   * room: its sockets and polls end, and may come back. Must not throw.
   */
  onChanged(listener: (credentialId: string) => void): () => void;
  /** Called after the commit of a transaction that changed them: this process knows at once. */
  noteChanged(changed: readonly CredentialRef[]): void;
  /** Reads what other processes have changed, at once. */
  refresh(): Promise<void>;
  close(): Promise<void>;
}
