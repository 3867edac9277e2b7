export const STATE = {
  queued: "Waiting for a slot",
  creating: "Starting",
  active: "Working",
  idle: "Between turns",
  error: "In trouble",
  destroyed: "Ended",
};

export const END = {
  finished: "It finished: there was nothing more to do.",
  idle: "It ended because there was nothing to do.",
  made_room: "It had no task and made room for another role.",
  stopped: "A person stopped it.",
  drained: "It ended with its runner, after its turn.",
  crashed: "Its harness crashed.",
  start_failed: "It couldn't start.",
  start_timeout: "It didn't start in time.",
  runner_lost: "Its runner was lost.",
  withdrawn: "It was withdrawn before it started.",
};
