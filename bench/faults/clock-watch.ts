const EVERY_MS = 20;
/** Timers and the clock's own drift make readings differ by this much, ms. */
const NOISE_MS = 15;

/** Watches whether the machine's clock is set, as it is when a virtual machine is halted or its time corrected. */
export function watchClock(
  read: () => { wall: number; steady: number } = () => ({
    wall: Date.now(),
    steady: performance.now(),
  }),
) {
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  const look = () => {
    const { wall, steady } = read();
    least = Math.min(least, wall - steady);
    most = Math.max(most, wall - steady);
  };
  look();
  const timer = setInterval(look, EVERY_MS);
  timer.unref();
  return {
    /** The widest that the clock was apart from a steady one, ms; 0 for what is only noise. */
    stepMs(): number {
      look();
      const apart = Math.ceil(most - least);
      return apart > NOISE_MS ? apart : 0;
    },
    close: () => clearInterval(timer),
  };
}
