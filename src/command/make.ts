import type { AccountStore } from "../account/store.ts";
import type { Service } from "../job/job.ts";
import { FilesGoneError } from "../job/service.ts";
import type { MediaRequest } from "../request/request.ts";
import { shown } from "../text/shown.ts";
import { answer, type CommandContext, type Invocation, type Reply } from "./command.ts";

/** Who asks, in an organisation that can make such things; or the answer that says why not. */
export type Requester =
  | { readonly ok: true; readonly organisationId: string; readonly accountId: string }
  | { readonly ok: false; readonly reply: Reply };

/** Finds the account behind an invocation, and whether there is a key for the service. */
export async function findRequester(
  invocation: Pick<Invocation, "conversation" | "actor">,
  service: Service,
  { accounts, texts }: CommandContext,
): Promise<Requester> {
  const organisationId = await accounts.organisationOf(invocation.conversation);
  if (organisationId !== undefined && (await accounts.hasCredential(organisationId, service))) {
    const accountId = await accountOf(invocation, accounts);
    if (accountId !== undefined) return { ok: true, organisationId, accountId };
  }
  return { ok: false, reply: answer(texts.noKey(service)) };
}

/** The account behind an invocation, made on first use; undefined in a workspace that nobody has claimed. */
export async function accountOf(
  { conversation, actor }: Pick<Invocation, "conversation" | "actor">,
  accounts: AccountStore,
): Promise<string | undefined> {
  const organisationId = await accounts.organisationOf(conversation);
  if (organisationId === undefined) return undefined;
  const { platform, workspace } = conversation;
  const { userId, displayName } = actor;
  return accounts.accountOf(organisationId, { platform, workspace, userId, displayName });
}

/**
 * Hands a validated request to the job service; resolves when it is committed. A clip that goes by files is refused where the
 * gateway could not load them, also when an old request is made again.
 */
export async function make(
  {
    key,
    conversation,
    actor,
    message,
    parent,
  }: Pick<Invocation, "key" | "conversation" | "actor" | "message" | "parent">,
  requester: Extract<Requester, { ok: true }>,
  request: MediaRequest,
  { jobs, canLoad, texts }: CommandContext,
): Promise<Reply> {
  if (request.kind === "video" && !(await canLoad(request.references))) return answer(texts.noRelay);
  try {
    await jobs.accept({
      eventKey: key,
      organisationId: requester.organisationId,
      accountId: requester.accountId,
      conversation,
      requesterId: actor.userId,
      requesterName: actor.displayName,
      locale: actor.locale,
      requestMessage: message?.id,
      request,
      parent,
    });
  } catch (error) {
    if (!(error instanceof FilesGoneError)) throw error;
    return answer(texts.referencesGone(error.names.map(shown)));
  }
  return { kind: "accepted" };
}
