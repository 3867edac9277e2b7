/** On an answer to an agent whose call was sent on: where the room's own process is reached. */
export const OWNER_HEADER = "x-squadroom-owner";

/** A process that answers at this address, and names itself there with this id. */
export interface OwnerPlace {
  /** `http://10.0.0.5:4600` */
  address: string;
  id: string;
}

export function ownerHeader({ address, id }: OwnerPlace): string {
  return `${address}; process=${id}`;
}

/** `null` if it is no such header. */
export function readOwnerHeader(text: string | null): OwnerPlace | null {
  const [, address = "", id = ""] = /^(https?:\/\/[^\s;]+); process=([\w-]+)$/.exec(text ?? "") ?? [];
  return URL.canParse(address) && new URL(address).origin === address ? { address, id } : null;
}
