import { addWords } from "../../words/words.ts";
import { branchEn } from "./en.ts";

export const { t, say } = addWords("branch", branchEn);
