import { addWords } from "../../words/words.ts";
import { reportEn } from "./en.ts";

addWords("report", reportEn);
