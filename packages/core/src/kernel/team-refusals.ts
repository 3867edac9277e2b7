/** What a team, or one of its roles, is refused for. */
export const TEAM_REFUSALS = {
  prefix_unknown: {
    status: 422,
    exit: 2,
    advice: "Use a prefix of the team's roles; `allowed` lists them.",
  },
  pipeline_unknown: {
    status: 422,
    exit: 2,
    advice: "Use a pipeline that the team can start; `allowed` lists them.",
  },
  spec_broken: {
    status: 409,
    exit: 4,
    advice: "A lead fixes the role's spec, in Settings → Team and roles. Wait for that.",
  },
  role_unknown: { status: 422, exit: 2, advice: "Use one of the team's roles." },
  team_invalid: {
    status: 422,
    exit: 2,
    advice: "Correct each problem at its place.",
  },
  team_changed: {
    status: 409,
    exit: 4,
    advice: "Read the team again and send your change with its current version.",
  },
  role_gone: {
    status: 409,
    exit: 4,
    advice:
      "Stop, and join again as one of `allowed`: `squadroom join --role ROLE`. If there is none, ask a lead for a credential for one of the team's roles.",
  },
} as const;
