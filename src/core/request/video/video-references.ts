import { MAX_REFERENCE_SECONDS } from "../../../lib/limits.ts";
import { roundedSeconds } from "../billing.ts";
import type { RequestProblem } from "../problem.ts";
import { isMp3Name } from "../reference-address.ts";
import { REFERENCE_ROLES, type Reference } from "../reference.ts";
import type { MediaRule, VideoModel } from "./video-rules.ts";
import { modelsInstead } from "./video-suggest.ts";

/** The roles for a clip's first and last picture; each can be used once. */
const FRAMES = ["first_frame", "last_frame"] as const;

/**
 * Checks the number of a clip's references, their roles, lengths and types against its model. `among`: other models to suggest.
 */
export function checkReferences(
  model: VideoModel,
  references: readonly Reference[],
  among: readonly string[],
  problems: RequestProblem[],
): void {
  for (const kind of ["image", "video", "audio"] as const) {
    const given = references.filter((one) => one.kind === kind);
    const rule = ruleOf(model, kind);
    if (typeof rule === "string") {
      if (given.length > 0) {
        const names = given.map((one) => one.name);
        const models = modelsInstead(model, (other) => typeof ruleOf(other, kind) !== "string", among);
        problems.push({ rule: "reference_not_taken", kind, names, model: model.name, models });
      }
      continue;
    }
    if (given.length > rule.max) problems.push({ rule: "too_many_files", kind, count: given.length, max: rule.max });
    if (given.length < rule.min) {
      problems.push({ rule: "reference_required", kind, min: rule.min, model: model.name });
    }
    for (const one of given) {
      checkRole(model, one, among, problems);
      if (kind === "video") checkLength(one, problems);
      if (rule.mp3Rule && !isMp3(one)) {
        problems.push({ rule: "not_mp3", name: one.name, mimeType: one.mimeType, model: model.name });
      }
    }
  }
  for (const role of FRAMES) {
    const names = references.filter((one) => one.role === role).map((one) => one.name);
    if (names.length > 1) problems.push({ rule: "role_repeated", role, names });
  }
}

/** "MP3 reference only": by the path, which ends with the file's name, and by the bytes. */
function isMp3(audio: Reference): boolean {
  return audio.mimeType === "audio/mpeg" && isMp3Name(audio.name);
}

function checkRole(
  model: VideoModel,
  reference: Reference,
  among: readonly string[],
  problems: RequestProblem[],
): void {
  const { role, kind, name } = reference;
  if (role === undefined || rolesOf(ruleOf(model, kind), kind).includes(role)) return;
  const models = modelsInstead(model, (other) => rolesOf(ruleOf(other, kind), kind).includes(role), among);
  problems.push({ rule: "role_not_taken", role, name, model: model.name, models });
}

/** Form A has one optional role, the suffix family has all, and the other forms have none. */
function rolesOf(rule: MediaRule, kind: Reference["kind"]): readonly (typeof REFERENCE_ROLES)[number][] {
  if (kind !== "image" || typeof rule === "string") return [];
  return rule.form === "object" ? REFERENCE_ROLES : rule.form === "A" ? ["reference_image"] : [];
}

/** The length must be known, because it is sent or billed for every model. */
function checkLength({ name, seconds }: Reference, problems: RequestProblem[]): void {
  const known = seconds !== undefined && Number.isFinite(seconds) && seconds > 0;
  const rounded = known ? roundedSeconds(seconds) : 0;
  if (rounded >= 1 && rounded <= MAX_REFERENCE_SECONDS) return;
  problems.push({ rule: "reference_length", name, seconds: known ? seconds : undefined, max: MAX_REFERENCE_SECONDS });
}

function ruleOf(model: VideoModel, kind: Reference["kind"]): MediaRule {
  return model[`${kind}s`];
}
