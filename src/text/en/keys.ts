import type { Thing } from "../render/sentence-parts.ts";

const things = (thing: Thing): string => (thing === "image" ? "pictures" : "clips");

/** Commands about keys and the audit. In English. */
export const keysCommandsEn = {
  "easel key list": "Your own gateway keys",
  "easel key add": "Add a gateway key of your own, in a form that only you see",
  "easel key remove": "Remove a key of your own for good",
  "easel-admin keys list": "List the gateway keys and their state",
  "easel-admin keys add": "Add a key, in a form that only you see",
  "easel-admin keys check": "Check a key, or all, with the gateway",
  "easel-admin keys assign": "Set who may use a key, and its limit",
  "easel-admin keys free": "Free the slots of unanswered requests",
  "easel-admin keys disable": "Stop using a key for new jobs",
  "easel-admin keys enable": "Use a key again",
  "easel-admin keys remove": "Remove a key for good",
  "easel-admin audit": "What admins did, and when",
  "easel-admin doctor": "Check how Easel is doing",
};

export const keysGroupsEn = {
  "easel key": "Gateway keys of your own",
  "easel-admin keys": "The gateway keys",
};

/** Gateway keys and the doctor's report. In English. */
export const keysEn = {
  keys: {
    title: "**Keys**",
    ownTitle: "**Your own keys**",
    none: "There are no keys yet. Add one with `/easel-admin keys add`.",
    /** None of the keys can be chosen for this. */
    nothing: {
      enableKey: "None of them is turned off, so there is nothing to enable. Add a key with `/easel-admin keys add`.",
      disableKey:
        "All of them are turned off already, so there is nothing to disable. Turn one on with `/easel-admin keys enable`, or add one with `/easel-admin keys add`.",
      freeKey: "None of them has a slot held by a request without an answer from the gateway.",
      removeKey:
        "All of them come from the configuration, which only Easel's operator can change. Turn one off with `/easel-admin keys disable`, or add one with `/easel-admin keys add`.",
    },
    noneOfYours: "You have no keys of your own. Add one with `/easel key add`.",
    service: things,
    for: (whose: string) => `for ${whose}`,
    slots: {
      held: (thing: Thing, held: number, of: number) => `${held} of ${of} slots for ${things(thing)} in use`,
      unknown: (unknown: number) => `${unknown} of them without an answer from the gateway`,
    },
    configured: "from the configuration",
    checked: (moment: string) => `checked ${moment}`,
    twins: (names: string) => `the same key at the gateway as ${names}: they share their slots`,
    health: {
      ok: "ok",
      disabled: "turned off",
      paused: "paused",
      unreadable:
        "can't be read: it was encrypted with another `SECRET_KEY`. Set that value as `SECRET_KEY_PREVIOUS`, or add the key again",
      invalid: "the gateway refuses it: check it, or add a new one",
    },
    spent: (until: string) => `its cap or balance is used up; Easel tries it again from ${until}`,
    whose: {
      everyone: "everyone",
      workspace: "everyone in this workspace",
      otherWorkspace: (id: string) => `everyone in the workspace \`${id}\``,
      group: (name: string) => `the group ${name}`,
      account: (name: string) => `${name} alone`,
      gone: "a group or person that no longer exists",
    },
    form: {
      title: "Add a key",
      submit: "Check and add",
      name: "Name",
      nameHint: "Its name in lists",
      secret: "Key",
      secretHint: "As the gateway gave it to you. It is encrypted and never shown again",
      services: "For",
      found: "everything the gateway allows",
      both: "pictures and clips",
      atOnce: "Jobs at once",
      atOnceHint: "How many jobs the gateway lets it run at once",
      whose: "Who may use it",
      own: "only you",
      again: "A key can be added in the form only. Please open the form again.",
    },
    formOnly:
      "No form can be shown here, and a key must never be typed as text. Add it in the Console, Discord or Slack.",
    /** `shown`: in a message, which others may read. */
    typed: {
      shown:
        "That looks like a key, and others may have read it. Easel did not use it and keeps no copy of it. Please revoke it at the gateway now, delete your message if you can, and add a new one with `/easel-admin keys add` or `/easel key add`: they open a form that only you see.",
      unshown:
        "That looks like a key. Easel did not use it and keeps no copy of it. To add a key, use `/easel-admin keys add` or `/easel key add`: they open a form for it. To be safe, revoke this one at the gateway and add a new one.",
    },
    problem: {
      nameMissing: "It needs a name, such as “design team”.",
      nameIsSecret: "The name looks like a key, and names are shown in lists. Choose another one.",
      nameTaken: (name: string) => `“${name}” is already taken. Choose another name.`,
      nameTooLong: (length: number, max: number) => `The name has ${length} characters. Allowed: at most ${max}.`,
      secretMissing: "Paste the key here.",
      secretUnsendable: "That contains a space or a character that no key has. Copy it again, without quotation marks.",
      secretHere: (name: string) => `This key was already added for the same people: “${name}”.`,
      secretRefused: "The gateway does not know this key. Copy it again; if it was revoked, create a new one there.",
      serviceOff: (thing: Thing) =>
        `No address is set for the service for ${things(thing)}. Easel's operator can set one.`,
      serviceUnknownKey: (thing: Thing) =>
        `The service for ${things(thing)} does not know this key. Choose what it is for.`,
      serviceForbidden: (thing: Thing, code: string) =>
        `The service for ${things(thing)} knows this key but doesn't let it do anything (${code}). Choose something else, or enable that service for the key's group.`,
      unreachable: (thing: Thing, reason: string) =>
        `The service for ${things(thing)} does not answer (${reason}), so the key could not be checked and was not kept. Send it again in a moment.`,
      atOnce: (given: string, max: number) => `“${given}” is not a number of jobs. Allowed: 1 to ${max}.`,
      noSuchOwner: (given: string, suggestion: string | undefined) =>
        `There is no group or member “${given}”.${suggestion ? ` Did you mean “${suggestion}”?` : ""} Allowed: everyone, workspace, the name of a group, or @ and the name of a member.`,
      ownerGone: "That group has just been deleted. Choose again who may use the key.",
      tooMany: "There are too many keys here already. Remove one first.",
      organisationFull: (max: number) =>
        `An organisation can have at most ${max} keys, its members' own included. An admin can remove some with \`/easel-admin keys remove\`.`,
      tooManySlots: (thing: Thing, max: number) =>
        `The keys of an organisation, its members' own included, can have at most ${max} slots for ${things(thing)} in total. Choose fewer jobs at once for this key, or for another with \`/easel-admin keys assign\`.`,
    },
    added: (name: string, masked: string, services: string, whose: string) =>
      `**${name}** \`${masked}\` was added: ${services}, for ${whose}.`,
    sameAs: (names: string) => `At the gateway it is the same key as ${names}: they share their slots.`,
    leftOut: (thing: Thing, reason: string) =>
      `The service for ${things(thing)} did not answer (${reason}); add the key again to use it there.`,
    leftOutBecause: (thing: Thing) => `It can't make ${things(thing)}.`,
    found: (thing: Thing, what: string) => `${things(thing)}: ${what}`,
    check: {
      ok: "ok",
      unreadableList:
        "ok, but its list of models has a form that Easel can't read, so the documented models are offered",
      invalid: "does not know it",
      spent: "ok, but its cap or balance is used up",
      forbidden: (code: string) => `knows it, but doesn't let it do anything (${code})`,
      unreachable: (reason: string) => `no answer (${reason})`,
      off: "off here",
      unreadable: "its secret can't be read",
    },
    change: (name: string, before: string, after: string) => `**${name}**: ${before} → ${after}`,
    unchanged: (name: string, now: string) => `**${name}** is already ${now}.`,
    on: "in use",
    off: "turned off",
    removed: (name: string, masked: string) =>
      `**${name}** \`${masked}\` was removed. Results in progress are still fetched; then its secret is deleted.`,
    isConfigured: (name: string) =>
      `**${name}** comes from the configuration, so only Easel's operator can remove it. Until then, \`/easel-admin keys disable\` turns it off.`,
    stranded: (thing: Thing, waiting: number) =>
      `No key is left for ${things(thing)}: ${waiting} ${waiting === 1 ? "request waits" : "requests wait"} until there is one.`,
    refused: (name: string, masked: string, only: Thing | undefined) =>
      `**The ${only ? `service for ${things(only)}` : "gateway"} refuses the key ${name}** \`${masked}\` (401), so Easel no longer uses it${only ? ` for ${things(only)}; other requests still use it` : ""}. Check it with \`/easel-admin keys check\`, or add a new one with \`/easel-admin keys add\`.`,
    refusedFor: (thing: Thing) => `refused for ${things(thing)}`,
    which: (names: string) => `Which key? Write its name: ${names}.`,
    noSuchKey: (given: string, suggestion: string | undefined, names: string) =>
      `There is no key “${given}”.${suggestion ? ` Did you mean “${suggestion}”?` : ""} Keys: ${names}.`,
    tier: {
      served: (thing: Thing, whose: string) => `• Keys for ${things(thing)}: ${whose}`,
      none: (thing: Thing) => `• Keys for ${things(thing)}: none usable at the moment`,
      own: "your own",
      group: (names: string) => `those of ${names}`,
      workspace: "those of this workspace",
      everyone: "those of the organisation",
    },
    jobsAtOnce: (thing: Thing, count: number) => `${count} ${things(thing)} at once`,
    slotsFreed: (name: string, count: number) =>
      `**${name}**: ${count === 1 ? "one slot is" : `${count} slots are`} free again. The amounts that ${count === 1 ? "that request" : "those requests"} reserved stay reserved until the outcome is known.`,
    noSlotsToFree: (name: string) => `**${name}** has no slot held by a request without an answer from the gateway.`,
    theirOwn: (name: string, typed: string) =>
      `**${name}** is a member's own key: only they may share it. You can turn it off with \`/easel-admin keys disable ${typed}\`, or remove it with \`/easel-admin keys remove ${typed}\`.`,
    operatorsSlots: (name: string) =>
      `**${name}** comes from the configuration and also serves other organisations: only the operator can set how many jobs it runs at once, in the Console. Nothing was changed.`,
    ownOff: "Members' own keys are not allowed here. An admin can allow them.",
    usedKey: "Key",
  },
  doctor: {
    title: "**How Easel is doing**",
    well: (line: string) => `✓ ${line}`,
    bad: (line: string) => `⚠ ${line}`,
    database: (version: string, ms: number, schema: string) =>
      `Database: PostgreSQL ${version} answers in ${ms} ms, schema ${schema}.`,
    databaseAway:
      "The database does not answer. Nothing that was acknowledged is lost. Start it, or correct `DATABASE_URL`.",
    otherSchema: (expected: string) => `This Easel expects schema ${expected}: run the same version everywhere.`,
    otherClock: (seconds: number, isAhead: boolean) =>
      `Its clock is ${seconds} s ${isAhead ? "ahead of" : "behind"} that of Easel's machine: correct the wrong one (NTP).`,
    noRole: (role: string) =>
      `Its user can't act as the role ${role}, so only triggers guard the audit and the ledger.`,
    openToServer: "Every user of the PostgreSQL server can connect to this database.",
    fixedByOperator: "The log of the last startup contains the statements that fix it.",
    slow: "That is slow: check its load and its network.",
    pooler: {
      session: "A connection pooler in session mode is in front of PostgreSQL.",
      transaction:
        "A connection pooler in transaction mode is in front of PostgreSQL, and `DATABASE_DIRECT_URL` bypasses it.",
    },
    storeFolder: "Pictures and clips are kept in `DATA_DIR`.",
    storeS3: "Pictures and clips are kept in the S3 store.",
    storeTrouble: (reason: string) => `The S3 store can't be used: ${reason}. Easel tries again by itself.`,
    storeFull: "The store of pictures and clips is full. Free some space, or lower `MEDIA_DAYS`.",
    address: (url: string) => `Public address: \`${url}\`.`,
    noAddress: "No public address: large results can't be linked. Set `PUBLIC_URL`.",
    noClipFiles:
      "Clips can't use files from Slack, the Console or earlier results, because the video service can't load them from here. **Animate** and the file fields for clips are therefore not offered. Set `PUBLIC_URL` to an https address that leads to `PUBLIC_PORT`, and restart Easel.",
    service: (name: string, url: string) => `Gateway for ${name}: \`${url}\`.`,
    sandbox: (name: string) => `Gateway for ${name}: the sandbox, so nothing is spent.`,
    serviceOff: (thing: Thing, name: string) =>
      `No gateway for ${name}: set ${thing === "image" ? "`IMAGE_BASE_URL` and `IMAGE_API_KEY`" : "`VIDEO_BASE_URL` and `VIDEO_API_KEY`"}.`,
    noKey: "It has no key: add one with `/easel-admin keys add`.",
    noneUsable: (known: number) =>
      known === 1
        ? "Its only key can't be used now; the line about it below says why."
        : `None of its ${known} keys can be used now; the lines about them below say why.`,
    said: (keys: number, said: string) =>
      `${keys === 1 ? "One usable key" : `${keys} usable keys`}; its answer just now: ${said}.`,
    refusedNow: (name: string) =>
      `That was the key **${name}**: replace it, or ask again with \`/easel-admin keys check\`.`,
    key: (name: string, health: string) => `Key **${name}** ${health}.`,
    health: {
      disabled: "is turned off; `/easel-admin keys enable` turns it on",
      paused: "is paused; `/easel-admin resume` resumes it",
      unreadable: "can't be read: set `SECRET_KEY_PREVIOUS` to the previous `SECRET_KEY`, or add the key again",
      spent: "has used up its cap or balance; Easel tries it again within minutes",
    },
    refusedKey: {
      people: (name: string, moment: string) =>
        `The gateway refused the key **${name}** on ${moment}, and Easel stopped using it. Add a new one with \`/easel-admin keys add\` and remove this one. If it is valid after all, \`/easel-admin keys check\` puts it back to use.`,
      configuration: (name: string, moment: string) =>
        `The gateway refused the key **${name}** on ${moment}, and Easel stopped using it. It comes from the configuration: set a valid key there and start Easel again. If it is valid after all, \`/easel-admin keys check\` puts it back to use.`,
    },
    partlyRefusedKey: (name: string, thing: Thing) =>
      `The service for ${things(thing)} refused the key **${name}**, and Easel stopped using it for ${things(thing)}. If it is valid there after all, \`/easel-admin keys check\` puts it back to use.`,
    claim: (code: string) => `\`/easel-admin claim ${code}\` switches a server or workspace on.`,
    organisation: {
      unnamed: "without a name",
      line: (name: string, workspaces: string) => `Organisation ${name}: ${workspaces}.`,
      code: (code: string, name: string) =>
        `\`/easel-admin claim ${code} --organisation ${name}\` adds another server or workspace to it.`,
    },
    workers: (alive: number) => (alive === 1 ? "One worker is running." : `${alive} workers are running.`),
    versionName: (version: string, schema: string) => ` (${version}, schema ${schema})`,
    chats: (alive: number) =>
      alive === 1 ? "One more process takes requests." : `${alive} more processes take requests.`,
    older: {
      worker: (processes: number, version = "") =>
        `${processes === 1 ? "One worker runs" : `${processes} workers run`} an older version of Easel${version}: replace ${processes === 1 ? "it" : "them"} with this one.`,
      chat: (processes: number, version = "") =>
        `${processes === 1 ? "One process that takes requests runs" : `${processes} processes that take requests run`} an older version of Easel${version}: replace ${processes === 1 ? "it" : "them"} with this one.`,
    },
    newer: {
      worker: (processes: number, version = "") =>
        `${processes === 1 ? "One worker runs" : `${processes} workers run`} a newer version of Easel${version}: replace this process with it.`,
      chat: (processes: number, version = "") =>
        `${processes === 1 ? "One process that takes requests runs" : `${processes} processes that take requests run`} a newer version of Easel${version}: replace this process with it.`,
    },
    noWorkers: "No worker is running: start a process with `ROLE=all` or `ROLE=worker`.",
    undelivered: (results: number) =>
      `${results === 1 ? "One result of the last day was" : `${results} results of the last day were`} made, but not delivered: the platform refused to post ${results === 1 ? "it" : "them"}. \`/jobs --scope all\` lists ${results === 1 ? "it" : "them"}; once the cause is fixed, **Post it again** delivers at no cost.`,
    slots: (unknown: number) =>
      `${unknown === 1 ? "One slot is" : `${unknown} slots are`} held by requests without an answer from the gateway. They free up by themselves; \`/easel-admin keys free\` frees them now.`,
    silent: (workspace: string, hours: number) =>
      `No request has been accepted from \`${workspace}\` for ${hours} hours, although many came before. Type \`/easel help\` there; if nothing happens, compare the app's settings with its manifest, and its request address with \`PUBLIC_URL\`.`,
    quotas: (usedUp: number) =>
      `${usedUp === 1 ? "One quota is" : `${usedUp} quotas are`} used up, so requests are refused or wait for approval. \`/easel-admin usage\` shows who used how much; grant more with \`/easel-admin quota grant\`, or raise the amount with \`/easel-admin quota set\`.`,
    unpricedQuotas: (quotas: number, currency: string | undefined) =>
      `${quotas === 1 ? "One quota" : `${quotas} quotas`} in money refuse${quotas === 1 ? "s" : ""} everything, because ${currency === undefined ? "no prices are set (`PRICES`)" : `the prices are in ${currency}`}. Set prices in ${quotas === 1 ? "its" : "their"} currency, or remove ${quotas === 1 ? "it" : "them"} with \`/easel-admin quota clear\`.`,
    busy: (waiting: number) =>
      `${waiting === 1 ? "One job waits" : `${waiting} jobs wait`} because the gateway answered that it is busy (429). If that goes on, lower the slots of its keys with \`/easel-admin keys assign\`, add a key, or ask the gateway's operator for a higher limit.`,
    jobs: (running: number, waiting: number, held: number, unknown: number) =>
      `Jobs: ${running} at the gateway, ${waiting} waiting, ${held} waiting for an admin's approval, ${unknown} without an answer from the gateway.`,
    longWait: (minutes: number) => `The first has waited for ${minutes} minutes: does a key have free slots?`,
    platforms: {
      connected: (name: string) => `${name} is connected.`,
      posting: (name: string) => `${name}: this process only delivers.`,
      standby: (name: string) => `${name}: another process holds the connection, and this one stands by.`,
      connecting: (name: string, reason: string) => `${name} is not connected: ${reason}. Easel tries again by itself.`,
      refused: {
        token: (name: string, variable: string) =>
          `${name} refuses the bot's token: set \`${variable}\` to the current one, and start Easel again.`,
        app_token: (name: string, variable: string) =>
          `${name} refuses the app-level token: set \`${variable}\` to one with the scope \`connections:write\`, and start Easel again.`,
        socket_mode: (name: string) => `Socket Mode is off in the ${name} app's settings: turn it on again.`,
        intents: (name: string) =>
          `${name} refuses what the bot asks to read: in the developer portal (Bot, Privileged Gateway Intents), turn “Message Content Intent” on and save. Easel also works with it off.`,
        address: (name: string, variable: string) =>
          `What answers at \`${variable}\` is not ${name}: correct the address, or remove it, and start Easel again.`,
        outdated: (name: string) => `${name} no longer accepts this version of Easel: update it.`,
      },
    },
    platform: "Nothing is missing on this platform, as far as it reports.",
    /** Other channels than this one. */
    channel: (name: string, problem: string) => `In ${name}: ${problem}`,
    adminChannel: (name: string) => `the admin channel ${name}`,
    channels: (well: number) =>
      well === 1
        ? "Nothing is missing in the other channel used in the last week."
        : `Nothing is missing in ${well} other channels used in the last week.`,
    uncheckedChannels: (count: number) =>
      `${count === 1 ? "One other channel" : `${count} other channels`} could not be checked, because the platform did not answer.`,
    platformAway: "The platform does not answer at the moment.",
  },
};
