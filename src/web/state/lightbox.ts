import type { FileView } from "../../platforms/console/api/api.ts";

/** The picture that is shown as large as the window, and the others of its message. */
export interface Enlarged {
  readonly pictures: readonly FileView[];
  readonly shown: number;
}
