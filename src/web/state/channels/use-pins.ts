import { useEffect, useState } from "react";
import type { FoundResult } from "../../../platforms/console/api/search.ts";
import type { ConsoleState } from "../console-client.ts";
import { useConsole, useConsoleState } from "../console-context.ts";

interface Loaded {
  /** Undefined until they are loaded. */
  readonly pins: readonly FoundResult[] | undefined;
  /** Why they could not be loaded. */
  readonly failure: string | undefined;
}

interface Pins extends Loaded {
  /** Loads them once more. */
  readonly tryAgain: () => void;
}

/** The pinned results of the open channel, loaded again after changes. A burst of changes causes one more request, not many. */
export function usePins(): Pins {
  const { api, channel } = useConsole();
  const [attempt, setAttempt] = useState(0);
  const [isLoading, setLoading] = useState(false);
  const [loaded, setLoaded] = useState<Loaded & { readonly as: string; readonly channel: string }>();
  const known = loaded?.channel === channel ? loaded : undefined;
  const changed = useConsoleState((state) => lastChange(state, channel, known?.pins));
  const wanted = `${channel} ${changed} ${attempt}`;
  useEffect(() => {
    if (isLoading || loaded?.as === wanted) return;
    const load = async (): Promise<void> => {
      setLoading(true);
      try {
        const { pins } = await api.pins(channel);
        setLoaded({ as: wanted, channel, pins, failure: undefined });
      } catch (error) {
        const failure = error instanceof Error ? error.message : String(error);
        setLoaded((before) => ({
          as: wanted,
          channel,
          pins: before?.channel === channel ? before.pins : undefined,
          failure,
        }));
      }
      setLoading(false);
    };
    void load();
  }, [api, channel, isLoading, loaded?.as, wanted]);
  return { pins: known?.pins, failure: known?.failure, tryAgain: () => setAttempt((before) => before + 1) };
}

/** The revision of the newest change to a message that is or was pinned. A removed message counts as changed, too. */
function lastChange({ logs }: ConsoleState, channel: string, pins: readonly FoundResult[] = []): number {
  const pinned = new Set(pins.map(({ message }) => message.id));
  let last = 0;
  for (const message of logs.get(channel)?.messages.values() ?? []) {
    const wasPinned = pinned.has(message.id) || (!message.removed && message.pinned !== undefined);
    if (wasPinned) last = Math.max(last, message.revision);
  }
  return last;
}
