import { addWords } from "../../words/words.ts";
import { notificationEn } from "./en.ts";

export const { t } = addWords("notification", notificationEn);
