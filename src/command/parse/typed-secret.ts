import { holdsSecret } from "../../core/account/keys/typed-secret.ts";
import type { ChatEvent } from "../../core/chat/event.ts";
import { readFormId } from "../form/form-id.ts";

/** Whether a key was typed anywhere except in its form. */
export function holdsTypedSecret(event: ChatEvent): boolean {
  switch (event.kind) {
    case "text":
      return holdsSecret(event.text);
    case "command":
      return holdsSecret([event.command, event.line, ...Object.values(event.options)].join(" "));
    case "form":
      return readFormId(event.form)?.kind !== "key" && holdsSecret(Object.values(event.values).join("\n"));
    case "button":
    case "action":
      return false;
  }
}
