import { addWords } from "../../words/words.ts";
import { branchEn } from "./en.ts";

addWords("branch", branchEn);
