import { useEffect, useState } from "react";
import type { FoundResult } from "../../../platforms/console/api/search.ts";
import type { ConsoleState } from "../console-client.ts";
import { useConsole, useConsoleState } from "../context.ts";

interface Pins {
  /** Undefined until they are loaded. */
  readonly pins: readonly FoundResult[] | undefined;
  /** Why they could not be loaded. */
  readonly failure: string | undefined;
}

/** The pinned results of the open channel, loaded again with every change. */
export function usePins(): Pins {
  const { api, channel } = useConsole();
  const changed = useConsoleState((state) => lastChange(state, channel));
  const [loaded, setLoaded] = useState<Pins & { readonly at: number }>();
  useEffect(() => {
    let isOver = false;
    const load = async (): Promise<void> => {
      try {
        const { pins } = await api.pins(channel);
        if (!isOver) setLoaded({ at: changed, pins, failure: undefined });
      } catch (error) {
        const failure = error instanceof Error ? error.message : String(error);
        if (!isOver) setLoaded((before) => ({ at: changed, pins: before?.pins, failure }));
      }
    };
    void load();
    return () => {
      isOver = true;
    };
  }, [api, channel, changed]);
  return loaded ?? { pins: undefined, failure: undefined };
}

/** The revision of the newest change of a message that is pinned or was, or that has been removed. */
function lastChange({ logs }: ConsoleState, channel: string): number {
  let last = 0;
  for (const message of logs.get(channel)?.messages.values() ?? []) {
    if (message.removed || message.pinned !== undefined) last = Math.max(last, message.revision);
  }
  return last;
}
