import { noteTaken } from "../store/upload-reservations.ts";
import type { Database } from "../../../db/connection.ts";
import { actorOf } from "../people/actor.ts";
import type { NewForm } from "../api/api.ts";
import type { KnownChannels } from "../store/channel-store.ts";
import { findUploads } from "./files.ts";
import type { Shown } from "../post/answers.ts";
import type { Intake } from "./event-intake.ts";
import { conversationOf } from "../people/places.ts";
import type { Refusal } from "../routes/request-refusal.ts";

/** Handles a submitted form. Its files are uploads by the same person. */
export async function receiveForm(
  deps: { readonly db: Database; readonly channels: KnownChannels; readonly intake: Intake },
  sent: NewForm,
): Promise<Refusal | Shown> {
  if (!(await deps.channels.have(sent.channel))) {
    return { status: 404, code: "channel_unknown", message: "There is no such channel." };
  }
  const ids = sent.files.map((file) => file.upload);
  const uploads = await findUploads(deps.db, sent.as, ids);
  if (uploads.length !== ids.length) {
    return { status: 404, code: "upload_unknown", message: "A file of this form no longer exists. Attach it again." };
  }
  const outcome = await deps.intake.take(
    {
      kind: "form",
      key: `form:${sent.id}`,
      conversation: conversationOf(sent.channel),
      actor: actorOf(sent.as, sent.locale),
      form: sent.form,
      values: sent.values,
      attachments: uploads.map(({ id, name, mimeType, bytes }, index) => ({
        source: id,
        name,
        mimeType,
        bytes,
        ...(sent.files[index] === undefined ? {} : { option: sent.files[index].field }),
      })),
    },
    sent.as,
  );
  // Otherwise, the uploads still count as unsent: the form may be submitted again with them, and they take up space.
  if ("usesFiles" in outcome) await noteTaken(deps.db, ids);
  return outcome;
}
