export const FORM = {
  squadroom: "Squadroom JSON",
  slack: "Slack message",
  discord: "Discord message",
};

export const KIND = {
  "decision.opened": "a person has to decide",
  "decision.answered": "a decision is answered",
  "decision.withdrawn": "a decision is no longer needed",
  "question.asked": "an agent asks a question",
  "task.failed": "a task fails",
  "room.alert": "the room raises an alert",
};
