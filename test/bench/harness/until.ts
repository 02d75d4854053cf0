const LOOK_MS = 50;
const DEADLINE_MS = 180_000;

/** Looks again and again until it is so; rejects when it never is. */
export async function until(reached: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + DEADLINE_MS;
  while (!(await reached())) {
    if (performance.now() > deadline) throw new Error("it never came to that");
    await pauseFor(LOOK_MS);
  }
}

export function pauseFor(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
