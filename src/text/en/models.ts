import type { FileKind } from "../../core/request/reference.ts";

const TAKEN: Record<FileKind, (max: number) => string> = {
  image: (max) => (max === 1 ? "1 picture" : `${max} pictures`),
  video: (max) => (max === 1 ? "1 video" : `${max} videos`),
  audio: (max) => (max === 1 ? "1 audio file" : `${max} audio files`),
};

/** `/models`: the list and a model's page. In English. */
export const modelsEn = {
  models: {
    title: (from: number, to: number, count: number) => `**Models** · ${from}–${to} of ${count}`,
    none: "**Models** · none to show here.",
    pictures: "pictures",
    catalogueOnly: "The key's own list of models is unavailable right now; these are the documented models.",
    seconds: (allowed: string) => `${allowed} s`,
    takes: (kind: FileKind, max: number) => TAKEN[kind](max),
    undocumented: "prompt and seconds only: nothing else is documented",
    filter: "Which models to list",
    filters: {
      all: "All models",
      image: "Pictures",
      video: "Clips",
      sound: "Clips that can use audio",
      references: "Clips that can use pictures or videos",
      short: "Clips of 5 seconds or less",
      long: "Clips of 15 seconds or more",
      refused: "Not allowed for you here",
    },
    counted: (label: string, count: number) => `${label} (${count})`,
    open: "Open a model",
    previous: "Previous",
    next: "Next",
    /** A model's page. */
    model: (name: string, what: string) => `**Model** ${name} · ${what}`,
    forPictures: "for pictures",
    forClips: "for clips",
    options: "Options",
    more: (values: string) => `${values}, or another value`,
    files: (parts: readonly string[]) => `Files: ${parts.length === 0 ? "none" : parts.join(", ")}`,
    needs: (kind: FileKind, min: number) => `needs at least ${TAKEN[kind](min)}`,
    promptMax: (max: number) => `Prompt: at most ${max} characters.`,
    tiers: (table: string) => `Sizes in pixels: ${table}.`,
    example: "Example",
    attachFirst: "Attach its files to the same message.",
    useHere: "Use here",
    useNote: "“Use here” opens the form with this model. Nothing is made or changed before you submit it.",
    back: "Back to the list",
    /** Limits as the Console compares them. */
    compared: {
      files: "Files",
      noFiles: "none",
      /** An option without listed values. */
      taken: "yes",
      promptLength: "Prompt",
      promptLengthUpTo: (max: number) => `at most ${max} characters`,
      note: "Note",
      more: (count: number) => `${count} more are not shown here; \`/models\` lists them all.`,
    },
    gone: "That model is no longer listed here. `/models` shows the current ones.",
  },
};
