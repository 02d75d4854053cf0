import "../mantine-menus.css";
import { ActionIcon, Menu } from "@mantine/core";
import { IconCalendar, IconDots, IconPencil, IconPin, IconTrash } from "@tabler/icons-react";
import type { RefObject } from "react";
import { consoleDialogTexts } from "../../../text/render/console/console-dialogs.ts";
import { useConsole } from "../../state/console-context.ts";

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
  const { texts, locale } = useConsole();
  const say = consoleDialogTexts(locale);
  const icon = { size: 16, stroke: 1.7 };
  return (
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
        {onRename && (
          <Menu.Item leftSection={<IconPencil {...icon} />} onClick={onRename}>
            {texts.renameChannel(name)}
          </Menu.Item>
        )}
        {onRemove && (
          <Menu.Item leftSection={<IconTrash {...icon} />} onClick={onRemove}>
            {texts.removeChannel(name)}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
