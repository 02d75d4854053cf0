import type { FileKind } from "../../core/request/reference.ts";

const FILES: Record<FileKind, (count: number) => string> = {
  image: (count) => (count === 1 ? "1 picture" : `${count} pictures`),
  video: (count) => (count === 1 ? "1 video" : `${count} videos`),
  audio: (count) => (count === 1 ? "1 audio file" : `${count} audio files`),
};

/** `/models`: the list and a model's page. In English. */
export const modelsEn = {
  models: {
    title: (from: number, to: number, count: number) => `**Models** · ${from}–${to} of ${count}`,
    none: "**Models** · none to show here.",
    /** In a list, where clips have their seconds. */
    pictures: "makes pictures",
    catalogueOnly: "The key's list of models is unavailable right now; these are the documented models.",
    seconds: (allowed: string) => `${allowed} s`,
    takes: (kind: FileKind, max: number) => `up to ${FILES[kind](max)}`,
    undocumented: "only prompt and seconds are documented",
    filter: "Which models to list",
    filters: {
      all: "All models",
      image: "Pictures",
      video: "Clips",
      sound: "Clips that can use audio",
      references: "Clips that can use pictures or videos",
      short: "Can make clips of 5 seconds or less",
      long: "Can make clips of 15 seconds or more",
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
    needs: (kind: FileKind, min: number) => `needs at least ${FILES[kind](min)}`,
    promptMax: (max: number) => `Prompt: at most ${max} characters.`,
    tiers: (table: string) => `Sizes in pixels: ${table}.`,
    example: "Example",
    attachFirst: "Attach the files to the same message.",
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
      more: (count: number) => `${count} more are not shown here; \`/models\` lists all of them.`,
    },
    gone: "That model is no longer listed here. `/models` shows the current ones.",
  },
};
