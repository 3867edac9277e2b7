import { one } from "./judging.ts";
import type { Finding } from "./rule.ts";
import { programOf, type Run } from "./run.ts";

/** Programs that ask services for credentials or keep some; stores that hold nothing else are judged as such. */
const HOLDERS =
  /^(git|gh|glab|hub|npm|pnpm|yarn|bun|aws|az|gcloud|gsutil|oci|ibmcloud|doctl|eksctl|kubectl|oc|k|docker|podman|heroku|fly|flyctl|vercel|netlify|railway|render|wrangler|firebase|supabase|stripe|doppler|infisical|dotenvx|keyring|chamber|rails|rake|dotnet|pulumi|terraform|tofu|hf|huggingface-cli|databricks|snow|launchctl|systemctl|helm)$/;
const CREDENTIALS =
  /(^|[^a-z])(secrets?|cred(ential)?s?|passwords?|tokens?|login-password|(api|access|secret|account)[-_]?keys?|keychain)($|[^a-z])/;
/** Uses of them that show none. */
const SHOWS_NONE =
  /(^|[-:.])(list|ls|set|add|create|delete|remove|rm|update|edit|put|revoke|rotate|renew|login|logout|erase|reject|approve|store|import|helper|apply|status|help|describe|scan|verify|init|new)($|[-:.])/;
/** Uses that show one without saying so in words. */
const SHOWING =
  /^(heroku config|(docker|podman)([- ]compose)?( .*)? config|ansible-vault (view|decrypt|edit)|sops( .*)? (exec-\w+|edit)|keyring get|(doppler|infisical)( .*)? (secrets( (get|download|--\S+|-\S+).*)?|export|download)|dotenvx (get|decrypt)|railway variables|netlify env:(get|list)|(terraform|tofu) output .*-(json|raw)|aws (sts assume-role|ssm get-parameter)|rails credentials:|docker inspect .*\benv|ps [a-z]*e|systemctl( .*)? show-environment|launchctl (getenv|export)|dotnet user-secrets list|mvn\w* .*-dshow-passwords)/;
const SHOWN = /^--?(show|print|export|reveal|with-decryption|raw$)/;

/** What prints credentials, whichever program holds them. */
export function shownCredentials(run: Run): Finding[] {
  const [, ...texts] = run.words.map(({ text }) => text.replace(/([a-z])([A-Z])/g, "$1-$2").toLowerCase());
  const program = programOf(run);
  const words = texts.filter((text) => !text.startsWith("-")).slice(0, 6);
  const [act = ""] = words;
  const isKube = /^(kubectl|oc|k)$/.test(program);
  const named = isKube ? words.slice(words.indexOf("get") + 1).slice(0, 1) : words.slice(0, 4);
  const names = named.some((text) => CREDENTIALS.test(isKube ? text.replace(/-.*/, "") : text));
  const gets = isKube
    ? words.includes("get") && texts.some((text) => /^(-o|--output|--template)(?!.*(name|wide))/.test(text))
    : !words.some((text) => SHOWS_NONE.test(CREDENTIALS.test(text) ? (text.split(/[-:.]/)[0] ?? "") : text));
  const isHeld =
    HOLDERS.test(program) &&
    (program !== "git" || act === "credential") &&
    (!/^(npm|pnpm|yarn|bun)$/.test(program) || /^(config|c|get|token)$/.test(act));
  const reveals = texts.some((text) => SHOWN.test(text) && (CREDENTIALS.test(text) || text === "--raw"));
  return (isHeld && ((names && gets) || reveals)) || SHOWING.test([program, ...texts].join(" "))
    ? one("secrets", "It shows credentials.", run, ["Ask a person to do it: squadroom ask."])
    : [];
}
