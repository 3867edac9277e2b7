const ANOTHER_LINK =
  "Ask a lead for another: on the dashboard's Connect, or with `squadroom credential link`.";

/** Of the table of refusals: who may come in, by which link, and who may do what. */
export const SIGN_IN_REFUSALS = {
  unauthorized: {
    status: 401,
    exit: 3,
    advice: "Send a valid credential: `Authorization: Bearer <token>`, or sign in again.",
  },
  sign_in_failed: { status: 401, exit: 3, advice: "Check name and password, or ask for a link." },
  link_used: { status: 410, exit: 3, advice: "Create a new link with `squadroom signin`." },
  link_expired: { status: 410, exit: 3, advice: "Create a new link with `squadroom signin`." },
  link_unknown: { status: 404, exit: 3, advice: "Create a new link with `squadroom signin`." },
  oidc_failed: { status: 401, exit: 3, advice: "Begin the sign-in again, in one window." },
  oidc_unknown: { status: 403, exit: 3, advice: "Ask an admin for an invitation; open it first." },
  oidc_taken: { status: 409, exit: 4, advice: "Disconnect the other account in its own menu." },
  oidc_unavailable: { status: 503, exit: 6, advice: "Try later, or use a password or a link." },
  connect_link_used: { status: 410, exit: 3, advice: ANOTHER_LINK },
  connect_link_expired: { status: 410, exit: 3, advice: ANOTHER_LINK },
  connect_link_unknown: {
    status: 404,
    exit: 3,
    advice: `Copy the whole link again. ${ANOTHER_LINK}`,
  },
  forbidden: {
    status: 403,
    exit: 3,
    advice: "Agents: ask a person to do it. People: ask an owner of the room for access.",
  },
};
