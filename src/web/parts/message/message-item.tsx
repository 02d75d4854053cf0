import { ActionIcon } from "@mantine/core";
import { IconArrowBackUp, IconEyeOff } from "@tabler/icons-react";
import { Suspense } from "react";
import type { MessageView } from "../../../platforms/console/api/api.ts";
import { useConsole } from "../../state/console-context.ts";
import { useDraftControl } from "../../state/draft/draft-control.ts";
import { lazyPart } from "../../state/load/lazy-part.ts";
import { useHeldFocus } from "../../state/log/use-held-focus.ts";
import { momentLabel, timeLabel } from "../../state/moments.ts";
import type { OutboxItem } from "../../state/outbox.ts";
import { Attachments } from "./attachments.tsx";
import { Avatar } from "./avatar.tsx";
import { ChangeCommand } from "./change-command.tsx";
import { MessageButtons } from "./message-buttons.tsx";
import { PinNote } from "./pin-note.tsx";
import { ProgressList } from "./progress-list.tsx";
import { ReplyQuote } from "./reply-quote.tsx";
import { RichText } from "./rich-text.tsx";
import { UnsentNote } from "./log/unsent-note.tsx";
import { ViewMenus } from "./view-menus.tsx";
import { ViewSections } from "./view-sections.tsx";
import styles from "./message-item.module.css";

const MessageMenu = lazyPart(async () => (await import("./message-menu.tsx")).MessageMenu);

interface MessageItemProps {
  readonly message: MessageView;
  /** Whether it closely follows another message of the same author. */
  readonly grouped: boolean;
  /** Set if the message was sent to the server, but not acknowledged yet. */
  readonly unsent?: OutboxItem;
}

export function MessageItem({ message, grouped, unsent }: MessageItemProps) {
  const { texts, locale } = useConsole();
  const { replyTo } = useDraftControl();
  const { author, createdAt } = message;
  const heldFocus = useHeldFocus(message);
  // Whether a request is public is only known once the server has acknowledged it.
  const isPrivate = message.private && !unsent;
  return (
    <article className={styles.item} data-grouped={grouped} data-private={isPrivate}>
      <div className={styles.margin}>
        {grouped ? <Moment ms={createdAt} /> : <Avatar id={author.id} name={author.name} />}
      </div>
      <div {...heldFocus} className={styles.body}>
        {!grouped && (
          <header className={styles.head}>
            <span className={styles.author}>{author.name}</span>
            <Moment ms={createdAt} />
            {message.editedAt !== undefined && !author.isEasel && (
              <span className={styles.quiet} title={momentLabel(message.editedAt, locale)}>
                {texts.edited}
              </span>
            )}
          </header>
        )}
        {isPrivate && <PrivateNote message={message} />}
        <div className={styles.content}>
          {message.replyTo !== undefined && (
            <ReplyQuote channel={message.channel} id={message.replyTo} from={message.id} />
          )}
          {message.quote !== undefined && (
            <blockquote className={styles.quote}>
              <RichText text={message.quote} isPlain={!author.isEasel} />
            </blockquote>
          )}
          {message.text !== "" && (
            <div className={styles.text}>
              <RichText text={message.text} isPlain={!author.isEasel} mention={message.mention} />
            </div>
          )}
          {message.progress && <ProgressList message={message} progress={message.progress} />}
          {message.sections && <ViewSections message={message} sections={message.sections} />}
          {message.files.length > 0 && <Attachments message={message} />}
          {message.footer !== undefined && (
            <p className={styles.footer}>
              <RichText text={message.footer} isPlain={!author.isEasel} />
            </p>
          )}
          {message.menus && <ViewMenus message={message} menus={message.menus} />}
          {message.buttons.length > 0 && <MessageButtons message={message} buttons={message.buttons} />}
          {message.files.length > 0 && <PinNote message={message} />}
        </div>
        {unsent && <UnsentNote item={unsent} />}
      </div>
      <div className={styles.tools}>
        <ActionIcon
          data-hint={texts.reply}
          variant="default"
          size="md"
          aria-label={texts.reply}
          onClick={() => replyTo(message)}
        >
          <IconArrowBackUp size={16} stroke={1.7} />
        </ActionIcon>
        {message.files.length > 0 && (
          <Suspense>
            <MessageMenu message={message} />
          </Suspense>
        )}
      </div>
    </article>
  );
}

function Moment({ ms }: { readonly ms: number }) {
  const { locale } = useConsole();
  return (
    <time className={styles.moment} dateTime={new Date(ms).toISOString()} title={momentLabel(ms, locale)}>
      {timeLabel(ms, locale)}
    </time>
  );
}

function PrivateNote({ message }: { readonly message: MessageView }) {
  const { texts, api, person } = useConsole();
  const { id, channel, answers } = message;
  return (
    <p className={styles.private}>
      <IconEyeOff size={14} stroke={1.8} aria-hidden="true" />
      {texts.onlyYou}
      <span aria-hidden="true">·</span>
      {answers !== undefined && <ChangeCommand channel={channel} id={answers} />}
      <button type="button" onClick={() => void api.dismiss(id, person).catch(() => undefined)}>
        {texts.dismiss}
      </button>
    </p>
  );
}
