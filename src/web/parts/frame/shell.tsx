import { ChannelNav } from "./channel-nav.tsx";
import { Conversation } from "./conversation.tsx";
import { Controls } from "./controls.tsx";
import { EaselMark } from "./easel-mark.tsx";
import { OpenFormDialog } from "../compose/open-form.tsx";
import { OpenLightbox } from "../lightbox/open-lightbox.tsx";
import { LinkBanner } from "./link-banner.tsx";
import { ModelsButton } from "../models/models-button.tsx";
import { Suspense } from "react";
import { lazyPart } from "../../state/load/lazy-part.ts";
import { useChannelName } from "../../state/channels/use-channel-name.ts";
import { useConsole } from "../../state/console-context.ts";
import { useChannelExists } from "../../state/history/use-channel-exists.ts";
import { QuickFind } from "./quick-find.tsx";
import { Shortcuts } from "./shortcuts.tsx";
import styles from "./shell.module.css";

const Hints = lazyPart(async () => (await import("../hints.tsx")).Hints);
const NoSuchPlace = lazyPart(async () => (await import("./no-such-place.tsx")).NoSuchPlace);

/**
 * The page: channels at the side (on narrow screens above), and the conversation. The keyboard reaches the conversation first,
 * and in it the input, so the order here is not that on the screen.
 */
export function Shell() {
  const { channel, person, place } = useConsole();
  const isThere = useChannelExists();
  const name = useChannelName(channel);
  return (
    <div className={styles.shell}>
      <main className={styles.main}>
        <h1 className={styles.title}>
          {place.isKnown && <span aria-hidden="true">#</span>}
          {place.isKnown ? name : "Easel"}
        </h1>
        <LinkBanner />
        {isThere ? (
          <Conversation key={`${person} ${channel}`} />
        ) : (
          <Suspense>
            <NoSuchPlace />
          </Suspense>
        )}
        <OpenFormDialog />
        <OpenLightbox />
        <QuickFind />
        <Shortcuts />
        <Suspense>
          <Hints />
        </Suspense>
      </main>
      <header className={styles.side}>
        <div className={styles.brand}>
          <EaselMark size={30} />
          <span>Easel</span>
          <ModelsButton />
        </div>
        <ChannelNav />
        <Controls />
      </header>
    </div>
  );
}
