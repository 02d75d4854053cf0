// The parts of a message, as it is stored and as the page receives it.
import { z } from "zod";

export const ButtonView = z.object({
  id: z.string(),
  label: z.string(),
  style: z.enum(["primary", "secondary", "danger"]),
  confirm: z.object({ question: z.string(), yes: z.string(), no: z.string() }).exactOptional(),
});
export type ButtonView = z.infer<typeof ButtonView>;

export const ProgressView = z.object({
  items: z.array(
    z.object({
      state: z.enum(["waiting", "running", "succeeded", "failed", "cancelled"]),
      label: z.string(),
      /** Milliseconds since the Unix epoch. */
      begunAt: z.number().exactOptional(),
      percent: z.number().exactOptional(),
      /** Milliseconds since the Unix epoch. */
      expectedAt: z.number().exactOptional(),
    }),
  ),
});
export type ProgressView = z.infer<typeof ProgressView>;

/** A part of a view. Its texts are light Markdown. */
export const SectionView = z.object({
  heading: z.string().exactOptional(),
  text: z.string().exactOptional(),
  link: z.object({ label: z.string(), url: z.string() }).exactOptional(),
  facts: z.string().exactOptional(),
  buttons: z.array(ButtonView).exactOptional(),
});
export type SectionView = z.infer<typeof SectionView>;

/** A menu of a view. Choosing presses the button with the choice's id. */
export const MenuView = z.object({
  id: z.string(),
  label: z.string(),
  choices: z.array(z.object({ id: z.string(), label: z.string(), isChosen: z.literal(true).exactOptional() })),
});
export type MenuView = z.infer<typeof MenuView>;
