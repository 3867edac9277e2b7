import { expect, test } from "vitest";
import { accountIn } from "./account.ts";

const NOBODY = { uid: 65534, gid: 65534 };

test.each([
  ["root:x:0:0::/root:/bin/sh\nsquadroom:x:998:997::/nonexistent:/bin/false\n", { uid: 998, gid: 997 }],
  ["root:x:0:0::/root:/bin/sh\nnobody:x:65534:65534::/:/bin/false\n", NOBODY],
  ["squadroom2:x:998:998::/:/bin/false", NOBODY],
  ["squadroom:x:0:0::/:/bin/sh", NOBODY],
  ["squadroom:x::998::/:/bin/sh", NOBODY],
  ["", NOBODY],
])("of the users %j root hands a new database to %o", (users, account) => {
  expect(accountIn(users)).toEqual(account);
});
