import { addWords } from "../../words/words.ts";
import { notificationEn } from "./en.ts";

addWords("notification", notificationEn);
