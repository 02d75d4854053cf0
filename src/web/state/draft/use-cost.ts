import { useEffect, useMemo, useRef, useState } from "react";
import type { CostQueryView } from "../../../platforms/console/api/cost.ts";
import { useConsole } from "../console-context.ts";
import { costKey } from "./cost-key.ts";
import { useLengths } from "./use-lengths.ts";

/** The pause in typing after which the server is asked, so that not every letter causes a request. */
const PAUSE_MS = 400;

/** A file that is not sent yet; `option` is its field in a form. */
export interface CostFile {
  readonly file: File;
  readonly option?: string;
}

/** The cost of the request being written, as light Markdown. Undefined while it is unknown. */
export function useCost(asked: CostQueryView["asked"], files: readonly CostFile[]): string | undefined {
  const { api, person, locale, channel } = useConsole();
  const plain = useMemo(() => files.map(({ file }) => file), [files]);
  const lengths = useLengths(plain);
  const [answer, setAnswer] = useState<{ readonly to: string; readonly cost: string | undefined }>();
  const described = files.map(({ file, option }) => {
    const seconds = lengths.get(file);
    return {
      name: file.name,
      mimeType: file.type,
      ...(option === undefined ? {} : { option }),
      ...(seconds === undefined ? {} : { seconds }),
    };
  });
  const query: CostQueryView = { as: person, locale, channel, asked, files: described };
  const key = JSON.stringify({ ...query, asked: costKey(asked) });
  // Until the lengths have been read, the cost would be too low.
  const isReady = plain.every((file) => lengths.has(file));
  // Depend on the key instead of the query, whose prompt changes with each letter.
  const latest = useRef(query);
  useEffect(() => {
    latest.current = query;
  });
  useEffect(() => {
    if (!isReady) return undefined;
    let isOver = false;
    const timer = setTimeout(() => {
      const set = (cost: string | undefined): void => {
        if (!isOver) setAnswer({ to: key, cost });
      };
      api.cost(latest.current).then(set, () => set(undefined));
    }, PAUSE_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [api, key, isReady]);
  return answer?.to === key ? answer.cost : undefined;
}
