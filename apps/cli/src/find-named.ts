import type { Call } from "@squadroom/client/call";
import { allRows, type ListId } from "@squadroom/client/pages";
import { CliError, EXIT } from "./failure.ts";

export interface Named {
  id: string;
  name: string;
  revokedAt?: number | null;
}

/** The one row of a list with this id or name; revoked ones don't count. @param what is looked for: `person` */
export async function findNamed(
  call: Call,
  { list, what, params = {} }: { list: string; what: string; params?: object },
  named: string,
): Promise<Named> {
  const rows = await allRows(call, list as ListId, { params } as never);
  const all = (rows as unknown as Named[]).filter(({ revokedAt }) => revokedAt == null);
  const found = all.filter(({ id, name }) => id === named || name === named);
  const [only] = found;
  if (only && found.length === 1) return only;
  const known = all.map(({ id, name }) => `${name} (${id})`).join(", ") || "none";
  throw new CliError(
    `${what}_unknown`,
    `${only ? "More than one" : "No"} ${what} is called ${named}.`,
    `Name one by id: ${known}.`,
    EXIT.notFound,
  );
}
