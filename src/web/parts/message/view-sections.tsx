import { useState } from "react";
import type { MessageView } from "../../../platforms/console/api/api.ts";
import type { SectionView } from "../../../platforms/console/api/message-parts.ts";
import { MessageButtons } from "./message-buttons.tsx";
import { RichText } from "./rich-text.tsx";
import styles from "./view-sections.module.css";

/** A picture next to a section's text, which describes it. Renders nothing once its file is deleted. */
function Picture({ url, description }: NonNullable<SectionView["picture"]>) {
  const [isGone, setGone] = useState(false);
  if (isGone) return undefined;
  return <img className={styles.picture} src={url} alt={description} loading="lazy" onError={() => setGone(true)} />;
}

/** The sections of a view. */
export function ViewSections({
  message,
  sections,
}: {
  readonly message: MessageView;
  readonly sections: SectionView[];
}) {
  return (
    <div className={styles.sections}>
      {sections.map((section, index) => (
        // Sections never move: a view is replaced as a whole.
        <section key={`section ${index + 1}`} className={styles.section}>
          {section.picture && <Picture key={section.picture.url} {...section.picture} />}
          {section.heading !== undefined && (
            <h2 className={styles.heading}>
              <RichText text={section.heading} isPlain={false} />
            </h2>
          )}
          {section.text !== undefined && (
            <div className={styles.text}>
              <RichText text={section.text} isPlain={false} />
            </div>
          )}
          {section.link && (
            <a className={styles.link} href={section.link.url} target="_blank" rel="noreferrer noopener">
              {section.link.label}
            </a>
          )}
          {section.facts !== undefined && (
            <p className={styles.facts}>
              <RichText text={section.facts} isPlain={false} />
            </p>
          )}
          {section.buttons && <MessageButtons message={message} buttons={section.buttons} />}
        </section>
      ))}
    </div>
  );
}
