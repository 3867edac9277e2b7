/** What the log says of messages. */
export const messageLinesEn = {
  messageSent: "<b>{{who}}</b> to <b>{{to}}</b>",
  messageUrgent: "<b>{{who}}</b> to <b>{{to}}</b>, urgent",
  messageEdited: "<b>{{who}}</b> edited <b>{{task}}</b>",
  messageWithdrawn: "<b>{{who}}</b> withdrew <b>{{task}}</b> {{title}}",
  messageDelivered_one: "<b>{{agent}}</b> received {{count}} message",
  messageDelivered_other: "<b>{{agent}}</b> received {{count}} messages",
  messageLate_one: "{{count}} message has not arrived in time",
  messageLate_other: "{{count}} messages have not arrived in time",
  messageRaised: "An answer is overdue: its message is <b>{{priority}}</b> now",
  messageOverdue: "An answer did not come: a person is asked",
  messageExtended: "<b>{{who}}</b> gave it more time",
  messageClosed: "<b>{{who}}</b> ended the wait for an answer",
} as const;
