import { Component, type ReactNode } from "react";
import { consolePageTexts } from "../../text/render/console/console-page.ts";
import { rememberedLocale } from "../state/session.ts";
import { TextButton } from "./text-button.tsx";
import styles from "./failed-page.module.css";

interface FailedPageProps {
  readonly children: ReactNode;
}

/** Says that the page has failed, and offers to reload it, where React would leave it empty after an error. */
export class FailedPage extends Component<FailedPageProps, { readonly hasFailed: boolean }> {
  override readonly state = { hasFailed: false };

  static getDerivedStateFromError(): { readonly hasFailed: boolean } {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    const texts = consolePageTexts(rememberedLocale());
    return (
      <main className={styles.note}>
        <h1>Easel</h1>
        <p role="alert">{texts.pageFailed}</p>
        <TextButton onClick={() => location.reload()}>{texts.reload}</TextButton>
      </main>
    );
  }
}
