import { createHmac, randomBytes } from "node:crypto";

const PREFIX = "whsec_";
const SECRET_BYTES = 24;

export function newSecret(): string {
  return `${PREFIX}${randomBytes(SECRET_BYTES).toString("base64")}`;
}

/**
 * The headers by which a receiver can tell that the body is ours and recent.
 *
 * @param timestampS seconds since the epoch
 * @source the Standard Webhooks specification, symmetric signatures
 */
export function signedHeaders(
  secret: string,
  message: { id: string; timestampS: number; body: string },
): Record<"webhook-id" | "webhook-timestamp" | "webhook-signature", string> {
  const { id, timestampS, body } = message;
  const key = Buffer.from(secret.slice(PREFIX.length), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${timestampS}.${body}`).digest("base64");
  return {
    "webhook-id": id,
    "webhook-timestamp": String(timestampS),
    "webhook-signature": `v1,${signature}`,
  };
}
