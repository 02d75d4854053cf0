import { VisuallyHidden } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import type { MessageView } from "../../../../platforms/console/api/api.ts";
import { useConsole } from "../../../state/console-context.ts";
import { listen, type Heard } from "../../../state/log/announcements.ts";

interface AnnouncerProps {
  readonly messages: readonly MessageView[];
  /** The position of the channel's newest message, shown or not. */
  readonly newest: number;
  /** Whether any messages of the channel have been loaded. */
  readonly isLoaded: boolean;
}

/** Makes screen readers read new messages. The list itself can't: its content changes while the person scrolls. */
export function Announcer({ messages, newest, isLoaded }: AnnouncerProps) {
  const { person } = useConsole();
  const heard = useRef<Heard>(undefined);
  const [said, setSaid] = useState({ count: 0, words: "" });
  useEffect(() => {
    if (!isLoaded) return;
    const { heard: now, words } = listen(heard.current, messages, person, newest);
    heard.current = now;
    if (words !== "") setSaid(({ count }) => ({ count: count + 1, words }));
  }, [messages, newest, isLoaded, person]);
  return (
    <VisuallyHidden aria-live="polite">
      {/* A new element, so that screen readers read the same words again. */}
      <span key={said.count}>{said.words}</span>
    </VisuallyHidden>
  );
}
