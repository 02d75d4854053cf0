import { NativeSelect } from "@mantine/core";
import { useState } from "react";
import type { MessageView } from "../../../platforms/console/api/api.ts";
import type { MenuView } from "../../../platforms/console/api/message-parts.ts";
import { useConsole, useStore } from "../../state/console-context.ts";
import { pressKey } from "../../state/presses.ts";
import styles from "./message-buttons.module.css";

/** The menus of a view. Each choice acts immediately, like a button. */
export function ViewMenus({ message, menus }: { readonly message: MessageView; readonly menus: MenuView[] }) {
  return (
    <div className={styles.row}>
      {menus.map((menu) => (
        <ViewMenu key={menu.id} message={message} menu={menu} />
      ))}
    </div>
  );
}

function ViewMenu({ message, menu }: { readonly message: MessageView; readonly menu: MenuView }) {
  const { presses, person, locale, texts } = useConsole();
  const [last, setLast] = useState<string>();
  const state = useStore(presses.store, (all) => (last === undefined ? undefined : all[pressKey(message.id, last)]));
  const isPending = state?.pending === true;
  const choose = (button: string): void => {
    if (isPending) return;
    setLast(button);
    void presses.press({ as: person, locale, channel: message.channel, message: message.id, button });
  };
  const chosen = menu.choices.find(({ isChosen }) => isChosen)?.id;
  const choices = menu.choices.map(({ id, label }) => ({ value: id, label }));
  return (
    <>
      <NativeSelect
        className={styles.menu}
        size="xs"
        radius="md"
        aria-label={menu.label}
        value={chosen ?? ""}
        // `disabled` would take the focus away.
        aria-disabled={isPending || undefined}
        data={chosen === undefined ? [{ value: "", label: menu.label, disabled: true }, ...choices] : choices}
        onChange={({ currentTarget: { value } }) => choose(value)}
      />
      {state && !state.pending && (
        <span role="alert" className={styles.problem}>
          {texts.pressFailed(state.reason)}
        </span>
      )}
    </>
  );
}
