import { addWords } from "../../words/words.ts";
import { budgetEn } from "./en.ts";

addWords("budget", budgetEn);
