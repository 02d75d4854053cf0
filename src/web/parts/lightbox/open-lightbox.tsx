import { Suspense } from "react";
import { useConsole, useStore } from "../../state/console-context.ts";
import { lazyPart } from "../../state/load/lazy-part.ts";
import { useBackCloses } from "../../state/history/use-back-closes.ts";
import { useOnceTrue } from "../../state/load/use-once-true.ts";

const Lightbox = lazyPart(async () => (await import("./lightbox.tsx")).Lightbox);

/** The enlarged picture or clip, if there is one. Its code is loaded with the first one. */
export function OpenLightbox() {
  const { lightbox } = useConsole();
  const enlarged = useStore(lightbox, (value) => value);
  const wasOpen = useOnceTrue(enlarged !== undefined);
  useBackCloses(enlarged !== undefined, () => lightbox.update(() => undefined));
  if (!wasOpen) return undefined;
  return (
    <Suspense>
      <Lightbox enlarged={enlarged} onShow={(next) => lightbox.update(() => next)} />
    </Suspense>
  );
}
