import type { z } from "zod";
import { budgetOf } from "../../budget/contract.ts";
import type { AnswerDetail } from "../../kernel/question.ts";
import type { AnswerDetailBody } from "../contract.ts";

/** What an answer carries, in core's form: dollars become millionths of one. */
export function detailOf({ budget, ...detail }: z.infer<typeof AnswerDetailBody>): AnswerDetail {
  return budget === undefined ? detail : { ...detail, budget: budgetOf(budget) };
}
