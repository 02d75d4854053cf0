import { useState } from "react";

/** Whether `now` has ever been true: what was opened once stays there, so that it can close slowly. */
export function useEver(now: boolean): boolean {
  const [ever, setEver] = useState(now);
  if (now && !ever) setEver(true);
  return ever || now;
}
