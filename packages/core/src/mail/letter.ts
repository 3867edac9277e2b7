import type { DecisionOption } from "../decision/decision.ts";
import { visible } from "../kernel/visible.ts";

/** A decision or question in a mail. */
export interface Asked {
  room: string;
  question: string;
  /** Why it is asked; empty if no reason was given. */
  reason: string;
  /** Who asks; `null`: the room itself. */
  by: string | null;
  options: readonly Pick<DecisionOption, "label" | "consequence">[];
  /** Opens the card; only the person it is for may have it. */
  url: string;
}

export interface Letter {
  subject: string;
  text: string;
  html: string;
}

const SUBJECT_MAX = 120;
const QUESTION_MAX = 1_000;
const REASON_MAX = 500;
const OPTION_MAX = 200;
const OPTIONS_SHOWN = 6;

/** What waits for a person, with a link to each card. */
export function letterOf(
  asked: readonly Asked[],
  { more, inbox, stop, ttlMinutes }: { more: number; inbox: string; stop: string; ttlMinutes: number },
): Letter {
  const [first] = asked;
  const rooms = [...new Set(asked.map(({ room }) => oneLine(room)))];
  const count = asked.length + more;
  const subject =
    count === 1 && first
      ? `${oneLine(first.room)}: ${oneLine(first.question)}`
      : `${count} things need you in ${rooms.slice(0, 3).join(", ")}${rooms.length > 3 || more > 0 ? " and other rooms" : ""}`;
  const blocks = asked.map(blockOf);
  const rest: Part[] = more === 0 ? [] : [{ words: `${more} more:`, url: inbox, label: "Open your inbox" }];
  const foot: Part[] = [
    {
      words: `Opening a link answers nothing. For ${ttlMinutes} minutes each link can sign you in, once: don't forward this mail. Afterwards you sign in yourself, and land on the same card.`,
    },
    { words: "No more of these mails:", url: stop, label: "Switch them off" },
  ];
  return written(subject, [...blocks.flat(), ...rest], foot);
}

/** The first mail to an address: whoever reads it there proves that the address is theirs. */
export function codeLetter(
  code: string,
  { name, server, ttlMinutes }: { name: string; server: string; ttlMinutes: number },
): Letter {
  return written(
    `${code} is your Squadroom code`,
    [
      {
        words: `${oneLine(name)} wants Squadroom's mail at this address. To confirm it, enter this code under E-mail in your menu:`,
      },
      { words: code, isStrong: true },
      { words: "Server:", url: server, label: "Open Squadroom" },
    ],
    [
      {
        words: `The code works for ${ttlMinutes} minutes. If you don't know what this is, ignore it: nothing else is sent to you.`,
      },
    ],
  );
}

/** To an address that no longer gets a person's mail: the person may not know. */
export function goneLetter({ name, server }: { name: string; server: string }): Letter {
  return written(
    "Squadroom's mail no longer comes here",
    [
      { words: `${oneLine(name)} removed this address, or confirmed another one.` },
      { words: "Server:", url: server, label: "Open Squadroom" },
    ],
    [{ words: "If that wasn't you, set a new password, and ask an admin to end your sign-ins." }],
  );
}

interface Part {
  words: string;
  isStrong?: boolean;
  /** Somebody else wrote it: it is shown as theirs. */
  isQuoted?: boolean;
  url?: string;
  label?: string;
}

function blockOf({ room, question, reason, by, options, url }: Asked): Part[] {
  const why = cut(clean(reason).trim(), REASON_MAX);
  const shown = options.slice(0, OPTIONS_SHOWN).map(({ label, consequence }) => {
    const said = consequence === "" ? label : `${label}: ${consequence}`;
    return `• ${cut(oneLine(said), OPTION_MAX)}`;
  });
  return [
    {
      words: by === null ? `${oneLine(room)} needs you:` : `${oneLine(by)} asks in ${oneLine(room)}:`,
      isStrong: true,
    },
    {
      words: [cut(clean(question).trim(), QUESTION_MAX), ...(why === "" ? [] : [why]), ...shown].join("\n"),
      isQuoted: true,
    },
    { words: "", url, label: "Open the card" },
  ];
}

function written(subject: string, body: readonly Part[], foot: readonly Part[]): Letter {
  return {
    subject: cut(oneLine(subject), SUBJECT_MAX),
    text: `${[...body.map(inText), "-- ", ...foot.map(inText)].join("\n\n")}\n`,
    html: `<!doctype html><html lang="en"><body style="font:15px/1.5 system-ui,sans-serif;max-width:36em;margin:0 auto;padding:16px">${body.map(inHtml).join("")}<hr style="border:0;border-top:1px solid #888">${foot.map(inHtml).join("")}</body></html>\n`,
  };
}

function inText({ words, isQuoted, url, label }: Part): string {
  const said = isQuoted ? words.replace(/^/gm, "> ") : words;
  if (url === undefined) return said;
  return words === "" ? `${label}: ${url}` : `${said} ${url}`;
}

function inHtml({ words, isStrong, isQuoted, url, label }: Part): string {
  const said = escaped(words).replaceAll("\n", "<br>");
  if (isQuoted)
    return `<blockquote style="margin:0 0 1em;padding-left:12px;border-left:3px solid #888">${said}</blockquote>`;
  const link = url === undefined ? "" : ` <a href="${escaped(url)}">${escaped(label ?? url)}</a>`;
  return `<p>${isStrong ? `<b>${said}</b>` : said}${link}</p>`;
}

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escaped = (text: string) => text.replace(/[&<>"']/g, (found) => ENTITIES[found] ?? found);

/** Whatever could end a header or reverse a line is shown as a sign, so that nothing is hidden in a question. */
const clean = (text: string) => visible(text.replace(/\r\n?/g, "\n"));
const oneLine = (text: string) => clean(text).replace(/\s+/g, " ").trim();
const cut = (text: string, max: number) => (text.length <= max ? text : `${text.slice(0, max - 1).toWellFormed()}…`);
