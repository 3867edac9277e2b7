import { addWords } from "../../words/words.ts";
import { backlogEn } from "./en.ts";

addWords("backlog", backlogEn);
