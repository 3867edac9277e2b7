export const RETENTION_LINES = {
  set: "<b>{{who}}</b> changed how long ended sessions are kept",
  archived_one: "<b>Session {{session}}</b> was archived",
  archived_other: "{{count}} sessions were archived",
  deleted_one: "The texts of <b>session {{session}}</b> were deleted",
  deleted_other: "The texts of {{count}} sessions were deleted",
  held: "<b>{{who}}</b> holds <b>session {{session}}</b>: it is kept",
  released: "<b>{{who}}</b> released <b>session {{session}}</b>",
  restored: "<b>{{who}}</b> brought <b>session {{session}}</b> back from the archive",
} as const;
