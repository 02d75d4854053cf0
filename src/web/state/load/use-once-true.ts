import { useState } from "react";

/** Whether `now` has ever been true. A dialog that was opened once stays rendered, so that its closing can be animated. */
export function useOnceTrue(now: boolean): boolean {
  const [ever, setEver] = useState(now);
  if (now && !ever) setEver(true);
  return ever || now;
}
