/** A model that a person may use in a place, with its limits there. Texts are plain. */
export interface ModelFacts {
  readonly name: string;
  readonly kind: "image" | "video";
  /** Whether it is used if a request names no model. */
  readonly isUsual: boolean;
  /** The form that makes something with it, as `Form.id`. */
  readonly form: string;
  /** A prompt to try it with. */
  readonly example: string;
  /** What it accepts, in the same order for every model. Facts with the same `id` can be compared. */
  readonly facts: readonly { readonly id: string; readonly label: string; readonly text: string }[];
}

export interface ComparedModels {
  /** Pictures first. */
  readonly models: readonly ModelFacts[];
  /** Why a service has no models here, and whether the list is only the catalogue. Light Markdown. */
  readonly notes: readonly string[];
}
