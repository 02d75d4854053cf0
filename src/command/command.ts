import type { AuditLog } from "../core/account/audit-log.ts";
import type { Doctor } from "../core/account/doctor.ts";
import type { ListVideoModels } from "../core/account/policy/model-list.ts";
import type { Keyring } from "../core/account/keys/keyring.ts";
import type { Policies } from "../core/account/policy/policy-store.ts";
import type { Memberships } from "../core/account/membership.ts";
import type { GroupStore } from "../core/account/groups.ts";
import type { Linking } from "../core/account/linking.ts";
import type { PresetStore } from "../core/account/presets.ts";
import type { Forgetting } from "../core/account/forgetting.ts";
import type { PersonalData } from "../core/account/personal-data.ts";
import type { People } from "../core/account/people.ts";
import type { Quotas } from "../core/account/quota/quota.ts";
import type { Usage } from "../core/account/quota/usage.ts";
import type { Platform } from "../core/chat/platform.ts";
import type { Clock } from "../lib/clock.ts";
import type { ResultStore } from "../core/delivery/result-store.ts";
import type { Approvals } from "../core/delivery/approvals.ts";
import type { Proposals } from "../core/job/proposal.ts";
import type { Recoveries } from "../core/job/recovery/recoveries.ts";
import type { JobService } from "../worker/job-service.ts";
import type { PictureMessage } from "../worker/delivery/result/picture-message.ts";
import type { DrawChart } from "../media/chart/charts.ts";
import type { CheckMask } from "../media/intake.ts";
import type { PriceTable } from "../core/request/prices.ts";
import type { Reference } from "../core/request/reference.ts";
import type { OptionKey, Texts } from "../text/texts.ts";
import type { ReceiveFiles } from "./files/files.ts";
import type { IsDoublePress } from "./make/double-press.ts";
import type { OptionValues } from "./parse/parse.ts";
import type { CommandSpec } from "./parse/spec.ts";
import type { Invocation } from "./invocation.ts";
import type { Reply } from "./reply.ts";
import type { Setting, SettingForm } from "./setting/setting.ts";

/** A command: what people can type and what it does. Each has its own file in `commands/`. */
export interface Command {
  readonly spec: CommandSpec;
  run(invocation: Invocation, context: CommandContext): Promise<Reply>;
  /** Replaces running the command if it is given nothing to change. */
  readonly setting?: Settable;
}

export interface CommandContext {
  readonly jobs: JobService;
  readonly results: ResultStore;
  readonly memberships: Memberships;
  readonly keyring: Keyring;
  readonly groups: GroupStore;
  readonly quotas: Quotas;
  readonly recoveries: Recoveries;
  readonly usage: Usage;
  /** The operator's prices. Undefined: no amounts of money are shown. */
  readonly prices: PriceTable | undefined;
  readonly people: People;
  readonly personal: PersonalData;
  readonly forgetting: Forgetting;
  readonly linking: Linking;
  readonly presets: PresetStore;
  /** The platform that the event came from. */
  readonly platform: Pick<Platform, "name" | "capabilities" | "lookUp" | "direct" | "linked" | "linkTo" | "mayRead">;
  readonly audit: AuditLog;
  readonly policies: Policies;
  readonly proposals: Proposals;
  readonly approvals: Approvals;
  readonly doctor: Doctor;
  readonly texts: Texts;
  readonly commands: readonly Command[];
  readonly clock: Clock;
  /** Recognises a double click on a button that spends. */
  readonly isDoublePress: IsDoublePress;
  readonly receiveFiles: ReceiveFiles;
  readonly checkMask: CheckMask;
  /** Whether the gateway can load these files, from us or from the platform's public address. */
  readonly canLoad: (references: readonly Reference[]) => Promise<boolean>;
  /** One picture of a result, as a private answer. */
  readonly pictureMessage: PictureMessage;
  readonly drawChart: DrawChart;
  /** Whether the gateway can load any file from us. */
  readonly canServe: boolean;
  readonly listVideoModels: ListVideoModels;
}

/** What a command for a setting shows and asks when it is given nothing to change. */
export interface Settable {
  /** Options that only select what the command is about, such as the group: on their own they change nothing. */
  readonly about?: readonly OptionKey[];
  /** The current setting, or a reply if it can't be shown, for example because there is no such group. */
  show(invocation: Invocation, context: CommandContext): Promise<Setting | Reply>;
  /** The form that a button of the setting opens; undefined if it no longer exists. */
  open(key: string, invocation: Invocation, context: CommandContext): Promise<SettingForm | Setting | undefined>;
  /** The options that represent these fields when emptied, for example `clear`. Without it, emptied fields count as not given. */
  readonly emptied?: (names: readonly string[]) => OptionValues;
}
