import { commitOf, GitError, git, withoutSecrets } from "./git.ts";
import { unknownBranch } from "./merge.ts";
import { type Refused, refused } from "./refused.ts";
import type { Repository } from "./repository.ts";

/** Time for a remote that doesn't answer. */
const PATIENCE_MS = 120_000;

/** Pushes a branch under its own name, with the user's hooks, never by force. Idempotent. */
export async function pushBranch(
  { root, remote }: Repository,
  branch: string,
  judged: string | null = null,
): Promise<{ remote: string; head: string } | Refused> {
  if (remote === null)
    return refused("no_remote", "The repository has no remote to push to. Add one: `git remote add origin URL`.");
  const head = await commitOf(root, judged ?? `refs/heads/${branch}`);
  if (head === null) return unknownBranch(branch);
  const args = ["push", "--porcelain", "--no-force", "--", remote.name];
  try {
    await git(root, [...args, `${head}:refs/heads/${branch}`], {
      hooks: true,
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    return { remote: remote.name, head };
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    const output = withoutSecrets(error.stderr).trim();
    // `!	refs/heads/a:refs/heads/a	[rejected] (fetch first)`
    const [, reason] = /^!\t.*\t(.*)$/m.exec(error.stdout) ?? [];
    if (reason !== undefined)
      return refused(
        "push_rejected",
        `${remote.name} didn't take ${branch}: ${reason}. Look at what is there, then push again.`,
        { output },
      );
    return refused("push_failed", `${branch} could not be pushed to ${remote.name}. Try \`git push\` there yourself.`, {
      output,
    });
  }
}
