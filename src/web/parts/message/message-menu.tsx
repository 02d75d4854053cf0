import "../mantine-menus.css";
import { ActionIcon, Menu } from "@mantine/core";
import { IconDots, IconLink, IconMovie, IconNotes, IconPencil, IconPin, IconPinnedOff } from "@tabler/icons-react";
import type { MessageView, NewAction } from "../../../platforms/console/api/api.ts";
import { useConsole } from "../../state/console-context.ts";
import { canPin } from "../../state/log/can-pin.ts";
import { isPrivateAnswer } from "../../state/log/private-answer.ts";
import { linkTo } from "../../state/session.ts";

/** Actions on a message besides replying. Renders nothing if it has neither a picture nor a clip to work from. */
export function MessageMenu({ message }: { readonly message: MessageView }) {
  const { texts, presses, person, locale } = useConsole();
  const has = (kind: string): boolean =>
    !isPrivateAnswer(message) && message.files.some((file) => file.mimeType.startsWith(kind));
  const [hasPicture, hasClip] = [has("image/"), has("video/")];
  if (!hasPicture && !hasClip) return undefined;
  const choose = (action: NewAction["action"]) => () =>
    void presses.choose({ as: person, locale, channel: message.channel, message: message.id, action });
  const copy = (): void => void navigator.clipboard.writeText(linkTo(message));
  const icon = { size: 16, stroke: 1.7 };
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="default" size="md" aria-label={texts.more}>
          <IconDots {...icon} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {hasPicture && (
          <Menu.Item leftSection={<IconPencil {...icon} />} onClick={choose("edit")}>
            {texts.editImage}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconMovie {...icon} />} onClick={choose("animate")}>
          {hasPicture ? texts.animateImage : texts.useClip}
        </Menu.Item>
        {message.author.isEasel && (
          <Menu.Item leftSection={<IconNotes {...icon} />} onClick={choose("recipe")}>
            {texts.showRecipe}
          </Menu.Item>
        )}
        {canPin(message) && (
          <Menu.Item
            leftSection={message.pinned ? <IconPinnedOff {...icon} /> : <IconPin {...icon} />}
            onClick={() =>
              void presses.pin({ message: message.id, pinned: !message.pinned, as: person, locale }, message.channel)
            }
          >
            {message.pinned ? texts.unpin : texts.pin}
          </Menu.Item>
        )}
        {/* Browsers allow the clipboard only on this machine and over https. */}
        {isSecureContext && (
          <Menu.Item leftSection={<IconLink {...icon} />} onClick={copy}>
            {texts.copyLink}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
