import type { MouseEvent, ReactNode } from "react";
import { pathOf } from "../../platforms/console/api/message-link.ts";
import { useConsole } from "../state/console-context.ts";

interface PlaceLinkProps {
  readonly channel: string;
  readonly message?: string;
  /** The message that contains the link. The browser's Back returns to it. */
  readonly from?: string;
  /** Called before the page navigates. */
  readonly onFollow?: () => void;
  readonly className?: string | undefined;
  readonly "aria-current"?: "page" | undefined;
  readonly children: ReactNode;
}

/** A link to a channel or a message. The page follows it without a reload. */
export function PlaceLink({ channel, message, from, onFollow, children, ...others }: PlaceLinkProps) {
  const { go } = useConsole();
  const follow = (event: MouseEvent): void => {
    // The browser handles new tabs and windows.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    onFollow?.();
    go(channel, { message, from });
  };
  return (
    <a {...others} href={pathOf(channel, message)} onClick={follow}>
      {children}
    </a>
  );
}
