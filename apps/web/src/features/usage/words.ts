import { addWords } from "../../words/words.ts";
import { usageEn } from "./en.ts";

addWords("usage", usageEn);
