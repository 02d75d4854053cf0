import type { CostQueryView } from "../../../platforms/console/api/cost.ts";
import { useCost, type CostFile } from "../../state/draft/use-cost.ts";
import { RichText } from "../message/rich-text.tsx";
import styles from "./cost-note.module.css";

interface CostNoteProps {
  readonly asked: CostQueryView["asked"];
  readonly files: readonly CostFile[];
}

/** The cost of the request being written. Renders nothing while it is unknown. */
export function CostNote({ asked, files }: CostNoteProps) {
  const cost = useCost(asked, files);
  return <output className={styles.cost}>{cost !== undefined && <RichText text={cost} isPlain={false} />}</output>;
}
