// The parts of a message, as it is stored and as the page receives it.
import { z } from "zod/mini";

export const ButtonView = z.object({
  id: z.string(),
  label: z.string(),
  style: z.enum(["primary", "secondary", "danger"]),
  confirm: z.exactOptional(z.object({ question: z.string(), yes: z.string(), no: z.string() })),
});
export type ButtonView = z.infer<typeof ButtonView>;

export const ProgressView = z.object({
  items: z.array(
    z.object({
      state: z.enum(["waiting", "running", "succeeded", "failed", "cancelled"]),
      label: z.string(),
      /** Milliseconds since the Unix epoch. */
      begunAt: z.exactOptional(z.number()),
      percent: z.exactOptional(z.number()),
      /** Milliseconds since the Unix epoch. */
      expectedAt: z.exactOptional(z.number()),
    }),
  ),
});
export type ProgressView = z.infer<typeof ProgressView>;

/** A part of a view. Its texts are light Markdown. */
export const SectionView = z.object({
  heading: z.exactOptional(z.string()),
  text: z.exactOptional(z.string()),
  link: z.exactOptional(z.object({ label: z.string(), url: z.string() })),
  facts: z.exactOptional(z.string()),
  /** A picture next to the text. Its file may have been deleted. */
  picture: z.exactOptional(z.object({ url: z.string(), description: z.string() })),
  buttons: z.exactOptional(z.array(ButtonView)),
});
export type SectionView = z.infer<typeof SectionView>;

/** A menu of a view. Choosing presses the button with the choice's id. */
export const MenuView = z.object({
  id: z.string(),
  label: z.string(),
  choices: z.array(z.object({ id: z.string(), label: z.string(), isChosen: z.exactOptional(z.literal(true)) })),
});
export type MenuView = z.infer<typeof MenuView>;
