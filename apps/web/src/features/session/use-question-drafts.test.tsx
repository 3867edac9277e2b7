import type { QuestionAnswer } from "@squadroom/core/session/record/session";
import { screen } from "@testing-library/react";
import { type ReactNode, useLayoutEffect } from "react";
import { expect, test } from "vitest";
import { show } from "../../testing/page.fixture.tsx";
import { useQuestionDrafts } from "./use-question-drafts.ts";

const by = { kind: "person", id: "p1", name: "Mira" } as unknown as QuestionAnswer["by"];
const answer = (text: string) => ({ option: null, text, by }) as QuestionAnswer;

/** `then`: done once the answers are drawn, before what follows the drawing. */
function Form({ answers, then = null }: { answers: Record<string, QuestionAnswer>; then?: string | null }): ReactNode {
  const drafts = useQuestionDrafts({ name: "shop", roomId: "room-1" }, { id: 1, answers } as never);
  const { edit } = drafts;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each text
  useLayoutEffect(() => {
    if (then !== null) edit("who", { text: then });
  }, [then]);
  return (
    <>
      <button type="button" onClick={() => edit("who", { text: "any" })}>
        Write
      </button>
      <output>{drafts.draftOf("who").text}</output>
    </>
  );
}

test("what is written while the answer before arrives stays", async () => {
  const { user, redraw } = await show(<Form answers={{}} />);
  await user.click(screen.getByRole("button"));
  expect(screen.getByRole("status").textContent).toBe("any");

  redraw(<Form answers={{ who: answer("any") }} then="anybody" />);
  expect(screen.getByRole("status").textContent).toBe("anybody");

  redraw(<Form answers={{ who: answer("anybody") }} />);
  redraw(<Form answers={{ who: answer("somebody else") }} />);
  // The server has had it: what it says now counts.
  expect(screen.getByRole("status").textContent).toBe("somebody else");
});
