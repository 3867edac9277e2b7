import fc from "fast-check";

const pieces = fc.constantFrom(
  "#",
  "##",
  "###",
  " ",
  "\n",
  "\r\n",
  "|",
  "---",
  "- ",
  "→",
  "->",
  ":",
  "**",
  "`",
  "```",
  "<!--",
  "-->",
  "Team",
  "Members",
  "Coordinator",
  "Routing Table",
  "Ada",
  "Grace",
  "Lead",
  "| Name | Role |\n|--|--|\n",
  "🔧",
  "\u0000",
  "\ud800",
);
const markdown = fc.oneof(
  fc.array(pieces, { maxLength: 60 }).map((all) => all.join("")),
  fc.string({ unit: "binary", maxLength: 200 }),
);
const path = fc.oneof(
  fc.constantFrom(
    "team.md",
    "routing.md",
    "decisions.md",
    "config.json",
    ".squad/team.md",
    "agents/ada/charter.md",
    "agents/grace/history.md",
    "agents/__proto__/charter.md",
    "decisions/inbox/a.md",
  ),
  fc.string({ maxLength: 30 }),
);
/** Files of whatever kind and text. */
export const folders = fc.array(fc.record({ path, content: markdown }), { maxLength: 8 });
