/**
 * Secrets known by their form: how each begins, and the whole. Each takes the rest of its word with it (`[\w-]*`), so
 * that a second pass finds nothing that the first left; none repeats what it could match in two ways, so that time
 * grows only with the length of the text. None starts inside a word.
 */
const FORMS: Record<string, [hint: RegExp, form: RegExp]> = {
  "squadroom-token": [/sqr_/, /sqr_[\w-]{20,}/],
  "sign-in-link": [/sign-in#/, /sign-in#[\w-]{20,}/],
  // Its code works once, for an hour.
  "connect-link": [/\/c\//, /(?<=\/)c\/[0-9a-hjkmnp-tv-z]{26}(?![A-Za-z0-9])[\w-]*/],
  "sign-in-cookie": [/squadroom_session=/, /squadroom_session=[\w-]{20,}/],
  "aws-key": [
    /A(?:KIA|SIA|BIA|CCA|GPA|IDA|ROA|IPA|NPA|NVA|3T)/,
    /A(?:KIA|SIA|BIA|CCA|GPA|IDA|ROA|IPA|NPA|NVA|3T[A-Z0-9])[A-Z0-9]{16}[\w-]*/,
  ],
  "github-token": [/gh[oprsu]_|github_pat_/, /(?:gh[oprsu]_[A-Za-z0-9]{36}|github_pat_\w{22})[\w-]*/],
  "gitlab-token": [/gl[a-z]{2,5}-/, /gl(?:pat|oas|dt|rt|rtr|cbt|ptt|ft|imt|agent|soat|ffct)-[\w-]{20,}/],
  "slack-token": [/xox[a-z]-|xapp-|xwfp-/, /(?:xox[a-z]|xapp|xwfp)-[\w-]{10,}/],
  "slack-webhook": [/hooks\.slack/, /hooks\.slack\.com\/(?:services|workflows|triggers)\/[\w/-]{20,}/],
  "discord-webhook": [/discord(?:app)?\.com/, /discord(?:app)?\.com\/api\/webhooks\/\d{16,20}\/[\w-]{40,}/],
  "npm-token": [/npm_/, /npm_[A-Za-z0-9]{36}[\w-]*/],
  "anthropic-key": [/sk-ant-/, /sk-ant-[\w-]{16,}/],
  "openai-key": [/sk-/, /sk-(?:(?:proj|svcacct|admin|or)-[\w-]{16,}|[A-Za-z0-9]{32}[\w-]*)/],
  "stripe-key": [/[sr]k_(?:live|test)_|whsec_/, /(?:[sr]k_(?:live|test)_[A-Za-z0-9]{16}|whsec_[A-Za-z0-9]{24})[\w-]*/],
  "google-key": [/AIza/, /AIza[\w-]{35,}/],
  // Only at the start of a word: otherwise what must follow the word would be searched from each `eyJ` in it.
  jwt: [/eyJ/, /(?<![\w-])eyJ[\w-]{10,}\.[\w-]*\.[\w-]{10,}(?:\.[\w-]+)*/],
  "google-token": [/ya29\.|GOCSPX-/, /(?:ya29\.[\w-]{20,}|GOCSPX-[\w-]{28,})/],
  "pypi-token": [/pypi-/, /pypi-AgE[\w-]{32,}/],
  "rubygems-key": [/rubygems_/, /rubygems_[a-f0-9]{48}[\w-]*/],
  "docker-token": [/dckr_/, /dckr_(?:pat|oat)_[\w-]{20,}/],
  "hugging-face-token": [/hf_/, /hf_[A-Za-z0-9]{34}[\w-]*/],
  "replicate-token": [/r8_/, /r8_[A-Za-z0-9]{37}[\w-]*/],
  "perplexity-key": [/pplx-/, /pplx-[A-Za-z0-9]{48}[\w-]*/],
  "xai-key": [/xai-/, /xai-[A-Za-z0-9]{64}[\w-]*/],
  "groq-key": [/gsk_/, /gsk_[A-Za-z0-9]{40}[\w-]*/],
  "shopify-token": [/shp[a-z]{2}_/, /shp(?:at|ca|pa|ss)_[A-Za-z0-9]{32}[\w-]*/],
  "sendgrid-key": [/SG\./, /SG\.[\w-]{16,}\.[\w-]{16,}/],
  "twilio-key": [/SK[a-f0-9]{8}/, /SK[a-f0-9]{32}[\w-]*/],
  "mailgun-key": [/key-[a-f0-9]{8}/, /(?<![\w-])key-[a-f0-9]{32}[\w-]*/],
  "brevo-key": [/xkeysib-/, /xkeysib-[a-f0-9]{64}[\w-]*/],
  "telegram-token": [/:AA/, /\d{8,10}:AA[\w-]{33,}/],
  "digitalocean-token": [/do[opr]_v1_/, /do[opr]_v1_[a-f0-9]{64}[\w-]*/],
  "azure-secret": [/\dQ~/, /[A-Za-z0-9]{3}\dQ~[\w~.-]{31,}/],
  "azure-signature": [/sig=/, /sig=[A-Za-z0-9%+/]{40,}(?:%3[dD]|=)[\w%=-]*/],
  // Before its first dot are the digits of an id, in base64.
  "discord-token": [
    /[MNO][DTjz][AEIMQUYcgk][w-z0-5][\w-]{14,}\./,
    /(?:[MNO][DTjz][AEIMQUYcgk][w-z0-5]){4,6}[\w-]{0,8}\.[\w-]{6}\.[\w-]{27,}/,
  ],
  "crates-token": [/cio[A-Za-z0-9]{8}/, /cio[A-Za-z0-9]{32}[\w-]*/],
  "netlify-token": [/nf[a-z]_/, /nf[bcopu]_[A-Za-z0-9]{36}[\w-]*/],
  "databricks-token": [/dapi[a-f0-9]{8}/, /dapi[a-f0-9]{32}[\w-]*/],
  "vault-token": [/hv[sbr]\./, /hv[sbr]\.[\w-]{24,}/],
  "terraform-token": [/\.atlasv1\./, /[A-Za-z0-9]{14}\.atlasv1\.[\w-]{60,}/],
  "grafana-token": [/gl(?:sa|c)_/, /gl(?:sa_[A-Za-z0-9]{32}|c_[A-Za-z0-9+/]{32})[\w+/=-]*/],
  "new-relic-key": [/NRAK-/, /NRAK-[A-Z0-9]{27}[\w-]*/],
  "sentry-token": [/sntry[su]_/, /sntry[su]_[A-Za-z0-9+/]{40}[\w+/=-]*/],
  "postman-key": [/PMAK-/, /PMAK-[a-f0-9]{24}-[a-f0-9]{34}[\w-]*/],
  "linear-key": [/lin_(?:api|oauth|wh)_/, /lin_(?:api|oauth|wh)_[A-Za-z0-9_]{32}[\w-]*/],
  "notion-token": [/ntn_/, /ntn_[A-Za-z0-9]{40}[\w-]*/],
  "figma-token": [/fig[do]r?_/, /fig[do]r?_[\w-]{36,}/],
  "atlassian-token": [/AT(?:[ACS]TT3x|BB)/, /AT(?:[ACS]TT3x[\w-]{40}|BB[A-Za-z0-9]{32})[\w-]*=?[\w-]*/],
  "airtable-token": [/pat[A-Za-z0-9]{14}\./, /pat[A-Za-z0-9]{14}\.[a-f0-9]{64}[\w-]*/],
  "1password-token": [/ops_ey/, /ops_ey[A-Za-z0-9+/]{60}[\w+/=-]*/],
  "1password-key": [
    /A3-[A-Z0-9]{6}/,
    /A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3}[\w-]*/,
  ],
  "age-key": [/AGE-SECRET/, /AGE-SECRET-KEY-1[A-Z0-9]{58}[\w-]*/],
  "planetscale-token": [/pscale_/, /pscale_(?:pw|tkn|oauth)_[\w-]{32,}/],
  "supabase-key": [/sbp_|sb_secret_/, /sb(?:p_[a-f0-9]{40}|_secret_[\w-]{22})[\w-]*/],
  "tailscale-key": [/tskey-/, /tskey-[a-z]{2,10}-[\w-]{20,}/],
  "doppler-token": [/dp\.[a-z]/, /dp\.(?:pt|st|ct|sa|scim|audit)\.(?:\w{2,35}\.)?[A-Za-z0-9]{40}[\w-]*/],
  "pulumi-token": [/pul-[a-f0-9]{8}/, /pul-[a-f0-9]{40}[\w-]*/],
  "square-token": [/sq0[a-z]/, /sq0[a-z]{3}-[\w-]{22,}/],
  "dynatrace-token": [/dt0[a-z]\d/, /dt0[a-z]\d{2}\.[A-Z0-9]{24}\.[A-Z0-9]{64}[\w-]*/],
  "mailchimp-key": [/-us\d/, /(?<![\w-])[a-f0-9]{32}-us\d{1,2}[\w-]*/],
  "fly-token": [/f(?:m[12]|o1)_/, /f(?:m[12]|o1)_[A-Za-z0-9+/]{40}[\w+/=-]*/],
};

/** How many are searched for at once; with many more, V8 looks at every place of a text one by one. */
const AT_ONCE = 16;
const parts = partsOf(Object.entries(FORMS));

function partsOf(forms: [name: string, [hint: RegExp, form: RegExp]][]) {
  return Array.from({ length: Math.ceil(forms.length / AT_ONCE) }, (_, i) => {
    const part = forms.slice(i * AT_ONCE, (i + 1) * AT_ONCE);
    const all = part.map(([, [, form]]) => `(${form.source})`).join("|");
    return {
      names: part.map(([name]) => name),
      hint: new RegExp(part.map(([, [hint]]) => hint.source).join("|")),
      any: new RegExp(`(?<![A-Za-z0-9])(?:${all})`, "g"),
    };
  });
}

export function mayHoldToken(text: string): boolean {
  return parts.some(({ hint }) => hint.test(text));
}

export function redactTokens(text: string): string {
  return parts.reduce((rest, { names, hint, any }) => {
    if (!hint.test(rest)) return rest;
    return rest.replace(any, (...found: unknown[]) => {
      const group = names.findIndex((_, i) => found[i + 1] !== undefined);
      return `[redacted:${names[group]}]`;
    });
  }, text);
}
