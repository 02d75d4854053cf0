const LOOK_MS = 50;
const DEADLINE_MS = 180_000;

/** Polls until `reached` resolves with true. Rejects after a deadline. */
export async function until(reached: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + DEADLINE_MS;
  while (!(await reached())) {
    if (performance.now() > deadline) throw new Error("the condition was not met in time");
    await pauseFor(LOOK_MS);
  }
}

export function pauseFor(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
