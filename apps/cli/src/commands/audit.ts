import type { Reply } from "@squadroom/client/call";
import { addOfContract, moreText } from "../contract-commands.ts";
import { columns, dated } from "../words.ts";

type Entry = Reply<"listServerAudit">["data"][number];

export const addAudit = addOfContract("audit", {
  listServerAudit: ({ data, next }) =>
    data.length === 0 ? "Nothing yet." : `${columns(data.map(rowOf), "")}${moreText(next)}`,
});

function rowOf({ at, by, act, subject, room, details }: Entry): string[] {
  const { how, address, roles, ended, more } = details;
  const rest = [
    roles?.join(", "),
    room && `in ${room.name || room.id}`,
    how && `by ${how}`,
    address && `from ${address}`,
    ended === undefined ? undefined : `sign-ins ended: ${ended}`,
    more && `and ${more} more`,
  ];
  const about = subject === by?.name ? "" : (subject ?? "");
  return [dated(at), by?.name ?? "-", act.replaceAll("_", " "), about, rest.filter(Boolean).join(" · ")];
}
