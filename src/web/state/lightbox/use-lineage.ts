import { useEffect, useState } from "react";
import type { LineageView } from "../../../platforms/console/api/lineage.ts";
import { useConsole } from "../console-context.ts";
import type { Enlarged } from "./enlarged.ts";

/** The least time between two requests for a lineage in a busy channel, in milliseconds. */
const LINEAGE_REST_MS = 2_000;

/**
 * What a file was made from, and what was made from it. Loaded again when its channel has a new message. Undefined until it is
 * loaded, and after a failure.
 */
export function useLineage(
  { id, channel }: Enlarged["message"],
  file: { readonly id: string },
): LineageView | undefined {
  const { api, client, person } = useConsole();
  const [known, setKnown] = useState<{ readonly file: string; readonly lineage: LineageView }>();
  const fileId = file.id;
  useEffect(() => {
    let isCurrent = true;
    let seen: number | undefined;
    const messages = (): number | undefined => client.store.get().logs.get(channel)?.messages.size;
    const ask = async (): Promise<void> => {
      seen = messages();
      const lineage = await api.lineage({ id }, { id: fileId }, person).catch(() => undefined);
      if (isCurrent && lineage) setKnown({ file: fileId, lineage });
    };
    void ask();
    let next: ReturnType<typeof setTimeout> | undefined;
    const leave = client.store.subscribe(() => {
      if (messages() === seen || next !== undefined) return;
      next = setTimeout(() => {
        next = undefined;
        void ask();
      }, LINEAGE_REST_MS);
    });
    return () => {
      isCurrent = false;
      clearTimeout(next);
      leave();
    };
  }, [api, client, person, id, channel, fileId]);
  return known?.file === fileId ? known.lineage : undefined;
}
