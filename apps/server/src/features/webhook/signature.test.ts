import { expect, test } from "vitest";
import { newSecret, signedHeaders } from "./signature.ts";

test("signs as the specification's example", () => {
  const message = {
    id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
    timestampS: 1_614_265_330,
    body: '{"test": 2432232314}',
  };
  expect(signedHeaders("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", message)).toEqual({
    "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "webhook-timestamp": "1614265330",
    "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  });
});

test("changes with the secret, the id, the time and the body", () => {
  const message = { id: "a", timestampS: 1, body: "{}" };
  const secret = newSecret();
  const signatures = [
    signedHeaders(secret, message),
    signedHeaders(newSecret(), message),
    signedHeaders(secret, { ...message, id: "b" }),
    signedHeaders(secret, { ...message, timestampS: 2 }),
    signedHeaders(secret, { ...message, body: "{ }" }),
  ].map((headers) => headers["webhook-signature"]);
  expect(new Set(signatures).size).toBe(5);
});
