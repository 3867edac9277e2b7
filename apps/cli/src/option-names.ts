/** By field of a request: the option that sets it. */
export type OptionNames = Readonly<Record<string, string>>;

/** Those of the commands that aren't in the contract, mainly agents'. */
export const OPTIONS: OptionNames = {
  body: "--message",
  message: "--message",
  "result.summary": "--summary",
  summary: "--summary",
  reason: "--reason",
  question: "--question",
  action: "--action",
  percent: "--percent",
  completed: "--completed",
  remaining: "--remaining",
  artifacts: "--artifact",
  options: "--option",
  suggestedRole: "--role",
  urgency: "--urgency",
  kind: "--kind",
  subject: "--subject",
  "about.file": "--file",
  "about.component": "--component",
  responseS: "--answer-in",
  waits: "--wait",
  priority: "--priority",
  reply: "--reply",
  "result.criteria": "--met",
  "result.keyDecisions": "--decision",
  "result.warnings": "--warning",
  "result.artifacts": "--artifact",
  "result.diff": "--diff",
  "result.checks": "--check",
  "result.verdict": "--verdict",
  wisdom: "--wisdom",
  "task.title": "--title",
  "task.priority": "--priority",
  "task.timeoutS": "--task-timeout",
  "task.successCriteria": "--criterion",
  "task.outputs": "--output",
  "task.boundaries.allowed": "--allow",
  "task.boundaries.forbidden": "--forbid",
  "usage.inputTokens": "--tokens-in",
  "usage.outputTokens": "--tokens-out",
  "usage.costUsd": "--cost",
  "usage.basis": "--estimated",
};

/** `body.result.warnings.2` is `--warning`; a field that no option sets keeps its name. */
export function optionOf(field: string, options: OptionNames): string {
  const parts = field.split(".");
  if (parts[0] !== "body") return field;
  for (let end = parts.length; end > 1; end--) {
    const option = options[parts.slice(1, end).join(".")];
    if (option) return option;
  }
  return field;
}

/** A message that begins with a field begins with the option instead. */
export function inOptions(message: string, options: OptionNames): string {
  const place = /^params\.\w+: (?=“)/.exec(message)?.[0];
  if (place) return message.slice(place.length);
  const field = /^(body(?:\.[\w-]+)+): /.exec(message)?.[1];
  return field ? `${optionOf(field, options)}${message.slice(field.length)}` : message;
}
