import { useConsole } from "../../state/console-context.ts";
import { EaselMark } from "./easel-mark.tsx";
import { useDraftControl } from "../../state/draft/draft-control.ts";
import styles from "./empty-channel.module.css";

/** Examples to begin with, ready to send. */
export function EmptyChannel() {
  const { texts } = useConsole();
  const { write } = useDraftControl();
  return (
    <section className={styles.empty}>
      <EaselMark size={52} />
      <h2>{texts.emptyTitle}</h2>
      <p>{texts.emptyText}</p>
      <ul>
        {texts.examples.map((example) => (
          <li key={example}>
            <button type="button" onClick={() => write(example)}>
              {example}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
