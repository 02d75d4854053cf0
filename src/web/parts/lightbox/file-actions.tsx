import { Button } from "@mantine/core";
import { IconMovie, IconNotes, IconPencil } from "@tabler/icons-react";
import type { FileView, NewAction } from "../../../platforms/console/api/api.ts";
import { useConsole, useStore } from "../../state/context.ts";
import type { Enlarged } from "../../state/lightbox/enlarged.ts";
import { pressKey } from "../../state/presses.ts";
import styles from "./lightbox.module.css";

interface FileActionsProps {
  readonly file: FileView;
  readonly message: Enlarged["message"];
  /** Called when the answer is in the log. */
  readonly onAnswered: () => void;
}

/** The entries of the message's menu, for this picture or clip alone. */
export function FileActions({ file, message, onAnswered }: FileActionsProps) {
  const { texts, presses, person, locale } = useConsole();
  const states = useStore(presses.store, (all) => all);
  const isPicture = file.mimeType.startsWith("image/");
  const { id, channel, isEasel } = message;
  const choose = (action: NewAction["action"]): void => {
    const choice = { as: person, locale, channel, message: id, file: file.id, action };
    void presses.choose(choice, ({ form }) => {
      if (!form) onAnswered();
    });
  };
  const actions = [
    ...(isPicture ? [{ action: "edit", label: texts.editImage, Icon: IconPencil } as const] : []),
    { action: "animate", label: isPicture ? texts.animateImage : texts.useClip, Icon: IconMovie } as const,
    ...(isEasel ? [{ action: "recipe", label: texts.showRecipe, Icon: IconNotes } as const] : []),
  ];
  return (
    <div className={styles.actions}>
      {actions.map(({ action, label, Icon }) => {
        const state = states[pressKey(id, action)];
        return (
          <span key={action}>
            <Button
              variant="default"
              size="md"
              leftSection={<Icon size={17} stroke={1.7} />}
              loading={state?.pending ?? false}
              onClick={() => choose(action)}
            >
              {label}
            </Button>
            {state && !state.pending && (
              <span role="alert" className={styles.problem}>
                {texts.pressFailed(state.reason)}
              </span>
            )}
          </span>
        );
      })}
    </div>
  );
}
