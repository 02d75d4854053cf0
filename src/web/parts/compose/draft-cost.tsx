import { useMemo } from "react";
import { useConsole, useStore } from "../../state/console-context.ts";
import { draftIn, draftKey } from "../../state/draft/drafts.ts";
import { CostNote } from "./cost-note.tsx";
import styles from "./composer.module.css";

/** The cost of the command being written. */
export function DraftCost() {
  const { drafts, person, channel } = useConsole();
  const key = draftKey({ person, channel });
  const text = useStore(drafts.store, (all) => draftIn(all, key).text);
  const files = useStore(drafts.store, (all) => draftIn(all, key).files);
  const given = useMemo(() => files.map(({ file }) => ({ file })), [files]);
  return (
    <div className={styles.cost}>
      <CostNote asked={{ kind: "line", line: text }} files={given} />
    </div>
  );
}
