import { ActionIcon, UnstyledButton, useComputedColorScheme, useMantineColorScheme } from "@mantine/core";
import { IconMoon, IconSelector, IconSun } from "@tabler/icons-react";
import { Suspense, useId } from "react";
import { isPersonId } from "../../../platforms/console/api/people.ts";
import { useConsole, useConsoleState } from "../../state/console-context.ts";
import styles from "./controls.module.css";
import { lazyPart } from "../../state/load/lazy-part.ts";

const NotificationSwitch = lazyPart(async () => (await import("../notification-switch.tsx")).NotificationSwitch);
const LogOutMenu = lazyPart(async () => (await import("./log-out-menu.tsx")).LogOutMenu);

/** Chooses who acts, the language, and the colours. */
export function Controls() {
  const { texts, person, actAs, locale, speak } = useConsole();
  const people = useConsoleState((state) => state.people);
  const canLogOut = useConsoleState((state) => state.canLogOut);
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme("light") === "dark";
  const colours = isDark ? texts.lightMode : texts.darkMode;
  const selectId = useId();

  return (
    <div className={styles.controls}>
      <div className={styles.person}>
        <label htmlFor={selectId}>{texts.actingAs}</label>
        <div className={styles.select}>
          <select
            id={selectId}
            value={person}
            onChange={({ currentTarget: { value } }) => isPersonId(value) && actAs(value)}
          >
            {people.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
          <IconSelector size={18} stroke={1.5} aria-hidden="true" />
        </div>
      </div>
      <div className={styles.buttons}>
        <UnstyledButton
          data-hint={texts.otherLanguage}
          className={styles.language}
          // It is in the language that it switches to.
          lang={locale === "en" ? "zh-CN" : "en"}
          aria-label={texts.otherLanguage}
          onClick={() => speak(locale === "en" ? "zh-CN" : "en")}
        >
          {texts.otherLanguageShort}
        </UnstyledButton>
        <ActionIcon
          data-hint={colours}
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={colours}
          onClick={() => setColorScheme(isDark ? "light" : "dark")}
        >
          {isDark ? <IconSun size={18} stroke={1.7} /> : <IconMoon size={18} stroke={1.7} />}
        </ActionIcon>
        <Suspense>
          <NotificationSwitch />
        </Suspense>
        {canLogOut && (
          <Suspense>
            <LogOutMenu />
          </Suspense>
        )}
      </div>
    </div>
  );
}
