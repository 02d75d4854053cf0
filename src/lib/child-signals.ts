/** A separate signal that is also aborted by another one. */
export interface ChildSignal {
  readonly signal: AbortSignal;
  /** Detaches the signal from its parent. */
  end(): void;
}

/**
 * Gives many tasks a signal each, all aborted with `parent` and its reason. Adding or removing a listener makes the runtime
 * scan all others of that signal, so thousands must not share one.
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
