/** A signal that follows a parent. Several children may share one. */
export interface ChildSignal {
  readonly signal: AbortSignal;
  /** Releases the signal. It may still be aborted. */
  end(): void;
}

/**
 * How many children share a signal. A signal with its listeners takes half a kilobyte, and adding or removing a listener scans
 * all others.
 */
export const CHILDREN_OF_A_SIGNAL = 8;

interface Shared {
  readonly controller: AbortController;
  /** Children that got it, and those that have not ended. */
  given: number;
  living: number;
}

/**
 * Gives many tasks a signal, aborted with `parent` and its reason. Adding or removing a listener makes the runtime scan all
 * others of that signal, so thousands must not share one, but a few can.
 */
export function createChildSignals(parent: AbortSignal): () => ChildSignal {
  const following = new Set<Shared>();
  let next: Shared | undefined;
  parent.addEventListener(
    "abort",
    () => {
      for (const { controller } of following) controller.abort(parent.reason);
    },
    { once: true },
  );

  function begin(): Shared {
    const shared: Shared = { controller: new AbortController(), given: 0, living: 0 };
    if (parent.aborted) shared.controller.abort(parent.reason);
    following.add(shared);
    return shared;
  }

  return () => {
    const shared = next ?? begin();
    shared.given++;
    shared.living++;
    next = shared.given < CHILDREN_OF_A_SIGNAL ? shared : undefined;
    let isOver = false;
    return {
      signal: shared.controller.signal,
      end() {
        if (isOver) return;
        isOver = true;
        shared.living--;
        if (shared.living > 0) return;
        following.delete(shared);
        if (next === shared) next = undefined;
      },
    };
  };
}
