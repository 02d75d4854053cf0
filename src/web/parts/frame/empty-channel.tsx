import { consoleEmptyTexts } from "../../../text/render/console/console-empty.ts";
import { useConsole } from "../../state/console-context.ts";
import { EaselMark } from "./easel-mark.tsx";
import { useDraftControl } from "../../state/draft/draft-control.ts";
import styles from "./empty-channel.module.css";

/** Examples to begin with, ready to send. */
export function EmptyChannel() {
  const { locale } = useConsole();
  const texts = consoleEmptyTexts(locale);
  const { write } = useDraftControl();
  return (
    <section className={styles.empty}>
      <EaselMark size={52} />
      <h2>{texts.title}</h2>
      <p>{texts.text}</p>
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
