import "../mantine-menus.css";
import { ActionIcon, Menu } from "@mantine/core";
import { IconCalendar, IconDots, IconHistory, IconPencil, IconPin, IconTrash } from "@tabler/icons-react";
import { Suspense, type RefObject } from "react";
import { consoleDialogTexts } from "../../../text/render/console/console-dialogs.ts";
import { useConsole } from "../../state/console-context.ts";
import { useDialog } from "../../state/history/use-dialog.ts";
import { lazyPart } from "../../state/load/lazy-part.ts";

const QuickFindDialog = lazyPart(async () => (await import("./quick-find-dialog.tsx")).QuickFindDialog);

interface ChannelMenuProps {
  readonly buttonRef: RefObject<HTMLButtonElement | null>;
  /** The channel's name. */
  readonly name: string;
  readonly onPins: () => void;
  readonly onDate: () => void;
  /** Undefined if the person isn't allowed to. */
  readonly onRename: (() => void) | undefined;
  readonly onRemove: (() => void) | undefined;
}

/** The actions that the person may take in the open channel. */
export function ChannelMenu({ buttonRef, name, onPins, onDate, onRename, onRemove }: ChannelMenuProps) {
  const { locale } = useConsole();
  const say = consoleDialogTexts(locale);
  const prompts = useDialog();
  const icon = { size: 16, stroke: 1.7 };
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon
            ref={buttonRef}
            data-hint={say.manageChannel(name)}
            variant="subtle"
            color="gray"
            size="md"
            aria-label={say.manageChannel(name)}
          >
            <IconDots size={16} stroke={1.8} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPin {...icon} />} onClick={onPins}>
            {say.showPins}
          </Menu.Item>
          <Menu.Item leftSection={<IconCalendar {...icon} />} onClick={onDate}>
            {say.jumpToDate}
          </Menu.Item>
          <Menu.Item leftSection={<IconHistory {...icon} />} onClick={prompts.open}>
            {say.yourPrompts}
          </Menu.Item>
          {onRename && (
            <Menu.Item leftSection={<IconPencil {...icon} />} onClick={onRename}>
              {say.renameChannel(name)}
            </Menu.Item>
          )}
          {onRemove && (
            <Menu.Item leftSection={<IconTrash {...icon} />} onClick={onRemove}>
              {say.removeChannel(name)}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {prompts.wasOpen && (
        <Suspense>
          <QuickFindDialog
            opened={prompts.isOpen}
            isForPrompts
            onClose={() => {
              prompts.close();
              // The menu's entry no longer exists.
              buttonRef.current?.focus();
            }}
          />
        </Suspense>
      )}
    </>
  );
}
