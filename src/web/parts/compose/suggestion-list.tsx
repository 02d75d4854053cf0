import "../mantine-controls.css";
import "../mantine-menus.css";
import { Combobox } from "@mantine/core";
import { useEffect } from "react";
import type { Completion, Suggestion } from "../../state/completion.ts";
import { suggestionId } from "../../state/use-suggestions.ts";
import { useConsole } from "../../state/console-context.ts";
import styles from "./suggestion-list.module.css";

interface SuggestionListProps {
  readonly id: string;
  readonly completion: Completion;
  /** The index of the marked suggestion; -1 for none. */
  readonly active: number;
  readonly onChoose: (suggestion: Suggestion) => void;
  readonly onPoint: (index: number) => void;
}

/**
 * Suggestions at the caret. The focus stays in the text field, which tells screen readers which suggestion is marked.
 */
export function SuggestionList({ id, completion, active, onChoose, onPoint }: SuggestionListProps) {
  const { texts } = useConsole();
  const { items, kind } = completion;
  const names = { commands: texts.commands, options: texts.options, values: texts.values };
  useEffect(() => {
    document.getElementById(suggestionId(id, active))?.scrollIntoView({ block: "nearest" });
  }, [id, active]);
  const submit = (label: string): void => {
    const chosen = items.find((item) => item.label === label);
    if (chosen) onChoose(chosen);
  };

  return (
    <Combobox onOptionSubmit={submit}>
      <Combobox.Options id={id} className={styles.list} aria-label={names[kind]} tabIndex={0}>
        {items.map((item, index) => (
          <Combobox.Option
            key={item.label}
            id={suggestionId(id, index)}
            value={item.label}
            className={styles.item}
            aria-selected={index === active}
            onMouseMove={() => index !== active && onPoint(index)}
          >
            <span className={styles.label}>{item.label}</span>
            {item.detail && <span className={styles.detail}>{item.detail}</span>}
            {item.hint && <span className={styles.hint}>{item.hint}</span>}
          </Combobox.Option>
        ))}
      </Combobox.Options>
    </Combobox>
  );
}
