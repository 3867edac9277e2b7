import type { Call, Reply } from "@squadroom/client/call";
import { CliError, EXIT } from "./failure.ts";

type Person = Reply<"listPeople">["people"][number];

/** The one person of this name or id. */
export async function namedPerson(call: Call, named: string): Promise<Person> {
  const { people } = await call("listPeople");
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
