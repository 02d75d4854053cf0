import "./mantine-controls.css";
import "./mantine-dialogs.css";
import { Modal, type ModalProps } from "@mantine/core";
import { useState } from "react";
import { useConsole } from "../state/console-context.ts";

/** A dialog over the page. When it closes, the focus returns to where it was, unless `returnFocus` is false. */
export function PageDialog({ opened, closeButtonProps, ...others }: ModalProps) {
  const { texts } = useConsole();
  // Mantine notes the focused element when `opened` changes. Most dialogs are loaded when they are first opened, so mount closed.
  // A ref opens it before the browser handles another key.
  const [place, setPlace] = useState<HTMLElement | null>(null);
  return (
    <>
      <span ref={setPlace} hidden />
      <Modal
        {...others}
        opened={place !== null && opened}
        closeButtonProps={{ "aria-label": texts.close, ...closeButtonProps }}
      />
    </>
  );
}
