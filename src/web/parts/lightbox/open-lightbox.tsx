import { Suspense } from "react";
import { useConsole, useStore } from "../../state/console-context.ts";
import { lazyPart } from "../../state/load/lazy-part.ts";
import { useBackCloses } from "../../state/history/use-back-closes.ts";
import { useEver } from "../../state/load/use-ever.ts";

const Lightbox = lazyPart(async () => (await import("./lightbox.tsx")).Lightbox);

/** The enlarged picture or clip, if there is one. Its code is loaded with the first one. */
export function OpenLightbox() {
  const { lightbox } = useConsole();
  const enlarged = useStore(lightbox, (value) => value);
  const wasOpen = useEver(enlarged !== undefined);
  useBackCloses(enlarged !== undefined, () => lightbox.update(() => undefined));
  if (!wasOpen) return undefined;
  return (
    <Suspense>
      <Lightbox enlarged={enlarged} onShow={(next) => lightbox.update(() => next)} />
    </Suspense>
  );
}
