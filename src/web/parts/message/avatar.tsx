import { EASEL_ID } from "../../../platforms/console/api/people.ts";
import { EaselMark } from "../frame/easel-mark.tsx";
import styles from "./avatar.module.css";

/** Decorative: the name beside it identifies the author. */
export function Avatar({ id, name }: { readonly id: string; readonly name: string }) {
  if (id === EASEL_ID) {
    return (
      <div className={styles.easel}>
        <EaselMark size={36} />
      </div>
    );
  }
  return (
    <div className={styles.person} data-person={id} aria-hidden="true">
      {name.slice(0, 1)}
    </div>
  );
}
