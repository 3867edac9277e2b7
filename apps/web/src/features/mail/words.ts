import { addWords } from "../../words/words.ts";
import { mailEn } from "./en.ts";

addWords("mail", mailEn);
