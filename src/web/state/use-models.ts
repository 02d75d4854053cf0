import { useEffect, useState } from "react";
import type { ModelsQueryView, ModelsView } from "../../platforms/console/api/models.ts";
import { useConsole } from "./console-context.ts";

export interface Models {
  /** Undefined until they are loaded. */
  readonly models: ModelsView | undefined;
  /** Why they could not be loaded, for display. */
  readonly failure: string | undefined;
}

const LOADING: Models = { models: undefined, failure: undefined };

/** The models that the person may use in the open channel. */
export function useModels(): Models {
  const { api, person, locale, channel } = useConsole();
  const [answer, setAnswer] = useState<Models & { readonly to: ModelsQueryView }>();
  useEffect(() => {
    let isOver = false;
    const to: ModelsQueryView = { as: person, locale, channel };
    const say = (part: Partial<Models>): void => {
      if (!isOver) setAnswer({ ...LOADING, ...part, to });
    };
    api.models(to).then(
      (models) => say({ models }),
      (error: unknown) => say({ failure: error instanceof Error ? error.message : String(error) }),
    );
    return () => {
      isOver = true;
    };
  }, [api, person, locale, channel]);
  const isCurrent = answer?.to.as === person && answer.to.locale === locale && answer.to.channel === channel;
  return isCurrent ? answer : LOADING;
}
