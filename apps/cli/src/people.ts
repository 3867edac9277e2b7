import type { Call } from "@squadroom/client/call";
import { allRows, type Row } from "@squadroom/client/pages";
import { CliError, EXIT } from "./failure.ts";

type Person = Row<"listPeople">;

/** The one person of this name or id. */
export async function namedPerson(call: Call, named: string): Promise<Person> {
  const people = await allRows(call, "listPeople", {});
  const found = people.filter(({ id, name }) => id === named || name === named);
  const [only] = found;
  if (only && found.length === 1) return only;
  const known = people.map(({ id, name }) => `${name} (${id})`).join(", ");
  throw new CliError(
    "person_unknown",
    `Nobody is called ${named}, or more than one person is.`,
    `Name one of: ${known}.`,
    EXIT.notFound,
  );
}
