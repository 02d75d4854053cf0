/** The duration that a player reports once it has read its file. Undefined if it can't, or if `deadline` resolves first. */
export async function durationOf(
  player: EventTarget & { readonly duration: number },
  deadline: (signal: AbortSignal) => Promise<void>,
): Promise<number | undefined> {
  const over = new AbortController();
  const { signal } = over;
  const heard = (event: string): Promise<void> =>
    new Promise((resolve) => player.addEventListener(event, () => resolve(), { once: true, signal }));
  const seconds = await Promise.race([
    heard("loadedmetadata").then(() => player.duration),
    heard("error").then(() => undefined),
    deadline(signal).then(
      () => undefined,
      () => undefined,
    ),
  ]);
  over.abort();
  return Number.isFinite(seconds) ? seconds : undefined;
}
