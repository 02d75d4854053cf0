/** A signal of one's own that is aborted with another one. */
export interface ChildSignal {
  readonly signal: AbortSignal;
  /** Nobody listens to it any more. */
  end(): void;
}

/**
 * Gives many works a signal each, which are all aborted when `parent` is, with its reason. Each listener that is added to a
 * signal or taken away has the runtime look through all the others, so thousands must not share one.
 */
export function createChildSignals(parent: AbortSignal): () => ChildSignal {
  const following = new Set<AbortController>();
  parent.addEventListener(
    "abort",
    () => {
      for (const one of following) one.abort(parent.reason);
    },
    { once: true },
  );
  return () => {
    const own = new AbortController();
    if (parent.aborted) own.abort(parent.reason);
    following.add(own);
    return { signal: own.signal, end: () => void following.delete(own) };
  };
}
