import { findModel, MODEL_NAMES } from "../../core/request/models.ts";

const DOCUMENTED: ReadonlySet<string> = new Set(MODEL_NAMES);

/**
 * A model as a label. Keys may list any number of undocumented models, and old jobs have none: these are `other`, so that the
 * label has a bounded set of values.
 */
export function modelLabel(model: string | undefined): string {
  const name = model === undefined ? undefined : findModel(model)?.model.name;
  return name !== undefined && DOCUMENTED.has(name) ? name : "other";
}
