import { addWords } from "../../words/words.ts";
import { runEn } from "./en.ts";

addWords("run", runEn);
