import type { ComponentProps, MouseEvent } from "react";

/** A button that keeps the focus while it is disabled. Browsers take the focus from disabled buttons, and the keyboard loses its place. */
export function FocusableButton({ type = "button", disabled = false, onClick, ...others }: ComponentProps<"button">) {
  return <button {...others} type={type} aria-disabled={disabled || undefined} onClick={disabled ? ignore : onClick} />;
}

/** Also keeps a disabled submit button from submitting its form, which Enter in a field would press. */
function ignore(event: MouseEvent): void {
  event.preventDefault();
}
