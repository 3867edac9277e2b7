import { lintSource } from "@secretlint/core";
import { rules } from "@secretlint/secretlint-rule-preset-recommend";

export interface Finding {
  /** The rule's last word, as in `[redacted:github]`. */
  kind: string;
  from: number;
  to: number;
}

const PREFIX = "@secretlint/secretlint-rule-";
/** All except the one that lets a comment in the text switch the others off. */
const used = rules.filter(({ meta }) => meta.id !== `${PREFIX}filter-comments`);
const config = { rules: used.map((rule) => ({ id: rule.meta.id, rule })) };

/** In the text's order; they may overlap. */
export async function findSecrets(text: string): Promise<Finding[]> {
  const { messages } = await lintSource({
    source: { content: text, filePath: "text.txt", ext: ".txt", contentType: "text" },
    options: { config, noPhysicFilePath: true },
  });
  return messages
    .map(({ ruleId, range: [from, to], data }) => {
      // If a rule wants a name before the secret, its range begins at the name and is as long as the secret.
      const [secret] = Object.values(data ?? {});
      const at = typeof secret === "string" ? text.indexOf(secret, from) : -1;
      const end = at < 0 ? to : at + String(secret).length;
      return { kind: ruleId.replace(PREFIX, ""), from, to: Math.max(to, end) };
    })
    .sort((a, b) => a.from - b.from);
}
