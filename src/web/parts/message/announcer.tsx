import { VisuallyHidden } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import type { MessageView } from "../../../platforms/console/api/api.ts";
import { useConsole } from "../../state/context.ts";
import { listen, type Heard } from "../../state/log/announcements.ts";

interface AnnouncerProps {
  readonly messages: readonly MessageView[];
  /** The position of the channel's newest message, shown or not. */
  readonly newest: number;
  /** Whether something of the channel has been loaded. */
  readonly isLoaded: boolean;
}

/** Has screen readers read out what arrives. The list itself can't do that: it changes while somebody scrolls. */
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
      {/* A new element, so that the same words are read out again. */}
      <span key={said.count}>{said.words}</span>
    </VisuallyHidden>
  );
}
