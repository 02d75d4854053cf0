import type { BATCH_ACTS } from "../../../src/command/buttons.ts";
import type { FormSubject } from "../../../src/command/form/form-id.ts";
import { JOB_SCOPES, jobsPressId, type JobsPress } from "../../../src/command/jobs/view-id.ts";
import type { YES_ACTS } from "../../../src/command/make/confirm-proposal.ts";

/** The beginning of all marks. If suggestions leaked, a stranger who types this would be offered each mark. */
export const MARK_BEGINNING = "QX";

/** What a member has in a place that others can't read, by the names that a stranger could use. */
export interface Secret {
  /** Part of every prompt, preset and file there, and of nothing else; begins with `MARK_BEGINNING`. */
  readonly mark: string;
  /** A finished request with a picture. */
  readonly batchId: string;
  /** A request that waits for an admin. */
  readonly heldId: string;
  /** The message with the picture. */
  readonly link: string;
  readonly preset: string;
  /** The subject of a form: a member's picture there. */
  readonly targetId: string;
  /** A question with a confirmation button. */
  readonly proposalId: string;
}

/** Options by name, as a person fills them in. */
export type Options = Readonly<Record<string, string>>;

type Probes = (secret: Secret) => readonly Options[];

/** The things that a command can name. `bare`: it names nothing of others, and always shows the same as without options. */
export const COMMANDS: Readonly<Record<string, Probes | "bare">> = {
  imagine: ({ preset }) => [{ prompt: "a fox", preset }],
  edit: "bare",
  video: ({ preset, link }) => [
    { prompt: "it moves", preset },
    { prompt: "it moves", from: link },
  ],
  jobs: ({ batchId, heldId }) =>
    [batchId, heldId].flatMap((job) =>
      ["show", "cancel"].flatMap((action) => [
        { action, job },
        { action, job: job.slice(0, 8), scope: "channel" },
        { action, job: job.slice(0, 8), scope: "all" },
      ]),
    ),
  "preset delete": ({ preset }) => [{ preset }],
  "easel key remove": ({ mark }) => [{ key: mark }],
  "easel-admin quota refund": ({ batchId, heldId }) => [{ job: batchId }, { job: heldId }],
  ...bare(
    [
      "models",
      "preset list",
      "preset save",
      "usage",
      "easel help",
      "easel key list",
      "easel key add",
      "easel home",
      "easel export",
      "easel forget",
    ],
    ["easel link", "easel unlink", "easel limits"],
  ),
  ...bare(
    ["list", "add", "check", "assign", "free", "disable", "enable", "remove"].map((word) => `easel-admin keys ${word}`),
    ["list", "create", "delete", "add", "remove"].map((word) => `easel-admin groups ${word}`),
    ["channel", "workspace", "organisation", "group"].flatMap((scope) =>
      ["show", "models", "defaults", "limits", "access", "reset"].map((word) => `easel-admin ${scope} ${word}`),
    ),
    ["channel talk", "workspace talk", "workspace settings"].map((words) => `easel-admin ${words}`),
    ["block", "unblock", "list"].map((word) => `easel-admin people ${word}`),
    ["show", "set", "grant", "clear"].map((word) => `easel-admin quota ${word}`),
    ["overview", "setup", "audit", "pause", "resume", "join", "claim", "doctor", "usage"].map(
      (word) => `easel-admin ${word}`,
    ),
  ),
};

/** Lists that need no names. */
export const LISTS: readonly Options[] = [
  { action: "list" },
  { action: "list", scope: "running" },
  { action: "list", scope: "channel" },
  { action: "list", scope: "starred" },
  { action: "list", scope: "all" },
];

function bare(...names: readonly (readonly string[])[]): Record<string, "bare"> {
  return Object.fromEntries(names.flat().map((name) => [name, "bare"] as const));
}

type Act =
  | (typeof BATCH_ACTS)[number]
  | (typeof YES_ACTS)[number]
  | "decline-offer"
  | `jobs:${Exclude<JobsPress["kind"], "list">}`;
type ButtonProbes = (secret: Secret) => readonly string[];

const ofBatch =
  (act: Act): ButtonProbes =>
  ({ batchId, heldId }) => [`${act}:${batchId}`, `${act}:${batchId}:1`, `${act}:${heldId}`];
const ofJobs =
  (kind: Exclude<JobsPress["kind"], "list">): ButtonProbes =>
  ({ batchId, heldId }) =>
    JOB_SCOPES.flatMap((scope) => [batchId, heldId].map((id) => jobsPressId({ kind, scope, batchId: id })));
const ofProposal =
  (act: Act): ButtonProbes =>
  ({ proposalId }) => [`${act}:${proposalId}`];

/** Every kind of button that names something. A new kind without an entry is a type error. */
export const BUTTONS: Readonly<Record<Act, ButtonProbes>> = {
  cancel: ofBatch("cancel"),
  deliver: ofBatch("deliver"),
  fetch: ofBatch("fetch"),
  again: ofBatch("again"),
  edit: ofBatch("edit"),
  animate: ofBatch("animate"),
  reference: ofBatch("reference"),
  picture: ofBatch("picture"),
  star: ofBatch("star"),
  unstar: ofBatch("unstar"),
  recipe: ofBatch("recipe"),
  delete: ofBatch("delete"),
  undo: ofBatch("undo"),
  change: ofBatch("change"),
  twice: ofBatch("twice"),
  approve: ofBatch("approve"),
  decline: ofBatch("decline"),
  "jobs:show": ofJobs("show"),
  "jobs:cancel": ofJobs("cancel"),
  "jobs:deliver": ofJobs("deliver"),
  confirm: ofProposal("confirm"),
  ask: ofProposal("ask"),
  make: ofProposal("make"),
  "decline-offer": ofProposal("decline-offer"),
};

/** Every kind of form, with the ids that a stranger could submit it with, or why it can't name others' things. */
export const FORMS: Readonly<Record<FormSubject["kind"], ((secret: Secret) => readonly string[]) | string>> = {
  command: "names a command alone",
  key: "names the sender's own keys, or those that admins have in common",
  set: "names a command and what is set where it is sent from",
  result: ({ batchId, heldId }) =>
    [batchId, heldId].flatMap((id) => [
      `edit:${id}`,
      `edit:${id}:0`,
      `edit:${id}:1`,
      `animate:${id}`,
      `animate:${id}:1`,
      `reference:${id}:1`,
    ]),
  message: ({ targetId }) => [`edit-message:${targetId}`, `animate-message:${targetId}`],
  decline: ({ batchId, heldId }) => [`decline:${batchId}`, `decline:${heldId}`],
  draft: "names what its sender asked for in the same conversation: the store compares both",
  refused: "names what its sender filled in in the same conversation: the store compares both",
  change: ({ batchId, heldId }) => [`change:${batchId}`, `change:${heldId}`],
};

/** The same names for things that don't exist. */
export function nothingLike({ link, mark }: Secret): Secret {
  const id = (): string => crypto.randomUUID();
  // The link of a message that does not exist.
  const missing = link.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 5) % 10));
  return { mark, batchId: id(), heldId: id(), link: missing, preset: "NOSUCH", targetId: id(), proposalId: id() };
}

/** An answer without the names, so that the same sentences about different things are equal. */
export function withoutNames(told: string, secret: Secret): string {
  const names = [secret.batchId, secret.heldId, secret.targetId, secret.proposalId];
  const all = [secret.link, secret.preset, ...names, ...names.map((name) => name.slice(0, 8))];
  // A refusal's button has a random id.
  const others = told.replaceAll(/draft:[0-9a-f-]{36}/g, "<draft>");
  return all.reduce((text, name) => text.replaceAll(name, "<name>"), others);
}
