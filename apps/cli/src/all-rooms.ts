import type { Call, Reply } from "@squadroom/client/call";

const PAGE = 100;

/** Every room that the caller may see, page by page. */
export async function allRooms(call: Call): Promise<Reply<"listRooms">["cards"]> {
  const cards: Reply<"listRooms">["cards"] = [];
  for (let after: string | undefined; ; ) {
    const page = await call("listRooms", { query: { limit: PAGE, after } });
    cards.push(...page.cards);
    if (page.next === null) return cards;
    after = page.next;
  }
}
