import { addWords } from "../../words/words.ts";
import { taskEn } from "./en.ts";

addWords("task", taskEn);
