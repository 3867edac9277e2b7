/**
 * Secrets that are known by their form. Each takes the rest of its word with it (`[\w-]*`), so that a
 * second pass finds nothing that the first one left; none repeats what it may match in two ways, so
 * that time grows with the length of the text only.
 */
const FORMS: Record<string, RegExp> = {
  "squadroom-token": /sqr_[\w-]{20,}/,
  "sign-in-link": /sign-in#[\w-]{20,}/,
  "sign-in-cookie": /squadroom_session=[\w-]{20,}/,
  "aws-key": /(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}[\w-]*/,
  "github-token": /(?:gh[oprsu]_[A-Za-z0-9]{36}|github_pat_\w{22})[\w-]*/,
  "gitlab-token": /gl(?:pat|oas|dt|rt|rtr|cbt|ptt|ft|imt|agent|soat|ffct)-[\w-]{20,}/,
  "slack-token": /(?:xox[a-z]|xapp|xwfp)-[\w-]{10,}/,
  "slack-webhook": /hooks\.slack\.com\/(?:services|workflows|triggers)\/[\w/-]{20,}/,
  "npm-token": /npm_[A-Za-z0-9]{36}[\w-]*/,
  "anthropic-key": /sk-ant-[\w-]{16,}/,
  "openai-key": /sk-(?:(?:proj|svcacct|admin|or)-[\w-]{16,}|[A-Za-z0-9]{32}[\w-]*)/,
  "stripe-key": /(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{16}[\w-]*/,
  "google-key": /AIza[\w-]{35,}/,
  // Only at the start of a word: what it needs after the word would be looked for from each `eyJ` in it.
  jwt: /(?<![\w-])eyJ[\w-]{10,}\.[\w-]*\.[\w-]{10,}(?:\.[\w-]+)*/,
};

const names = Object.keys(FORMS);
/** All at once, each in a group of its own; none starts in the middle of a word. */
const anyForm = new RegExp(
  `(?<![A-Za-z0-9])(?:${Object.values(FORMS)
    .map(({ source }) => `(${source})`)
    .join("|")})`,
  "g",
);

export const TOKEN_HINTS = [
  "sqr_",
  "sign-in#",
  "squadroom_session=",
  "A(?:KI|SI|BI|CC)A",
  "gh[oprsu]_",
  "github_pat_",
  "gl[a-z]{2,5}-",
  "xox[a-z]-",
  "xapp-",
  "xwfp-",
  "hooks\\.slack",
  "npm_",
  "sk-",
  "[sr]k_(?:live|test)_",
  "AIza",
  "eyJ",
];

export function redactTokens(text: string): string {
  return text.replace(anyForm, (...found: unknown[]) => {
    const group = names.findIndex((_, i) => found[i + 1] !== undefined);
    return `[redacted:${names[group]}]`;
  });
}
