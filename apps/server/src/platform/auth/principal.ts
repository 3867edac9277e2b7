import type { PersonRole } from "@squadroom/core/contract/route";
import type { AgentId, PersonId, RoleName, RoomId } from "@squadroom/core/kernel/ids";

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
  /** The sign-in; the local admin of this machine has one too. */
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

/** Who calls. */
export type Principal = PersonPrincipal | AgentPrincipal;

export interface Authenticator {
  /**
   * Who these headers speak for; `null` when they carry nothing valid. Cached; what was revoked or
   * changed anywhere is known within half a second here, at once in this process.
   */
  authenticate(headers: { authorization?: string; cookie?: string }): Promise<Principal | null>;
  /** Called with the id of a credential that was revoked or changed: sockets and polls of it end. */
  onChanged(listener: (credentialId: string) => void): () => void;
  /** Reads what other processes changed, at once. */
  refresh(): Promise<void>;
  close(): Promise<void>;
}
