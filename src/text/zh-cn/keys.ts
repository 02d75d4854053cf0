import type { Sentences } from "../en/index.ts";
import type { keysCommandsEn, keysEn, keysGroupsEn } from "../en/keys.ts";
import type { Thing } from "../render/sentence-parts.ts";

function noun(thing: Thing): string {
  return thing === "image" ? "图片" : "视频";
}

/** 关于密钥和审计的命令。 */
export const keysCommandsZhCN: Sentences<typeof keysCommandsEn> = {
  "easel key list": "你自己的网关密钥",
  "easel key add": "在只有你能看到的表单中添加自己的网关密钥",
  "easel key remove": "永久移除自己的密钥",
  "easel-admin keys list": "列出网关密钥及其状态",
  "easel-admin keys add": "在只有你能看到的表单中添加网关密钥",
  "easel-admin keys check": "向网关检查一个或全部密钥",
  "easel-admin keys assign": "设置谁可以使用密钥，以及并发上限",
  "easel-admin keys free": "释放未获答复的请求占用的名额",
  "easel-admin keys disable": "不再将密钥用于新任务",
  "easel-admin keys enable": "重新使用密钥",
  "easel-admin keys remove": "永久移除密钥",
  "easel-admin audit": "管理员做了什么，在什么时候",
  "easel-admin doctor": "检查 Easel 的状况",
};

export const keysGroupsZhCN: Sentences<typeof keysGroupsEn> = {
  "easel key": "你自己的网关密钥",
  "easel-admin keys": "网关密钥",
};

/** 关于网关密钥的文字。 */
export const keysZhCN: Sentences<typeof keysEn> = {
  keys: {
    title: "**密钥**",
    ownTitle: "**你自己的密钥**",
    none: "还没有密钥。用 `/easel-admin keys add` 添加。",
    nothing: {
      enableKey: "没有已停用的密钥，因此没有可启用的。可用 `/easel-admin keys add` 添加密钥。",
      disableKey:
        "所有密钥都已停用，因此没有可停用的。可用 `/easel-admin keys enable` 启用一个，或用 `/easel-admin keys add` 添加。",
      freeKey: "没有密钥的名额被网关未答复的请求占用。",
      removeKey:
        "所有密钥都来自配置，只有 Easel 的运营者可以移除。可用 `/easel-admin keys disable` 停用，或用 `/easel-admin keys add` 添加密钥。",
    },
    noneOfYours: "你还没有自己的密钥。用 `/easel key add` 添加。",
    service: noun,
    for: (whose) => `供${whose}使用`,
    slots: {
      held: (thing, held, of) => `${noun(thing)}名额已用 ${held}/${of}`,
      unknown: (unknown) => `其中 ${unknown} 个尚无网关答复`,
    },
    configured: "来自配置",
    checked: (moment) => `检查于 ${moment}`,
    twins: (names) => `在网关上与 ${names} 是同一个密钥，共用名额`,
    health: {
      ok: "正常",
      disabled: "已停用",
      paused: "已暂停",
      unreadable: "无法读取：它是用另一个 `SECRET_KEY` 加密的。请把那个值设为 `SECRET_KEY_PREVIOUS`，或重新添加",
      invalid: "网关拒绝了它：请检查，或添加新的密钥",
    },
    spent: (until) => `额度或余额已用完；${until} 之后会再试`,
    whose: {
      everyone: "所有人",
      workspace: "本工作区的所有人",
      otherWorkspace: (id) => `工作区 \`${id}\` 的所有人`,
      group: (name) => `组 ${name}`,
      account: (name) => `${name} 一人`,
      gone: "已不存在的组或成员",
    },
    form: {
      title: "添加密钥",
      submit: "检查并添加",
      name: "名称",
      nameHint: "在列表中显示的名称",
      secret: "密钥",
      secretHint: "原样粘贴网关提供的密钥。它会被加密，之后不再显示",
      services: "用途",
      found: "网关允许的全部",
      both: "图片和视频",
      atOnce: "同时任务数",
      atOnceHint: "网关允许它同时进行多少个任务",
      whose: "谁可以使用",
      own: "仅你自己",
      again: "密钥只能在表单中输入。请重新打开表单。",
    },
    formOnly: "这里无法显示表单，而密钥绝不能以文字发送。请在控制台、Discord 或 Slack 中添加。",
    typed: {
      shown:
        "这看起来是一个密钥，其他人可能已经看到。Easel 没有使用它，也没有保存它。请立即在网关上吊销它，尽可能删除你的消息，然后用 `/easel-admin keys add` 或 `/easel key add` 打开只有你能看到的表单，添加新的密钥。",
      unshown:
        "这看起来是一个密钥。Easel 没有使用它，也没有保存它。要添加密钥，请用 `/easel-admin keys add` 或 `/easel key add` 打开表单填写。为安全起见，请在网关上吊销这个密钥，并添加新的密钥。",
    },
    problem: {
      nameMissing: "请起个名称，例如“设计组”。",
      nameIsSecret: "这个名称看起来像密钥，而名称会显示在列表里。请换一个。",
      nameTaken: (name) => `“${name}”已被使用。请换一个名称。`,
      nameTooLong: (length, max) => `名称有 ${length} 个字符，最多 ${max} 个。`,
      secretMissing: "请把密钥粘贴在这里。",
      secretUnsendable: "其中有空格或密钥里不会有的字符。请重新复制，不要带引号。",
      secretHere: (name) => `这个密钥已经为同样的人添加过：“${name}”。`,
      secretRefused: "网关不认识这个密钥。请重新复制；如果它已被吊销，请在那里创建新的。",
      serviceOff: (thing) => `没有设置${noun(thing)}服务的地址：Easel 的运营者可以设置。`,
      serviceUnknownKey: (thing) => `${noun(thing)}服务不认识这个密钥。请选择它的用途。`,
      serviceForbidden: (thing, code) =>
        `${noun(thing)}服务认识这个密钥，但不允许它做任何事（${code}）。请选择其他用途，或为它所在的组开通该服务。`,
      unreachable: (thing, reason) =>
        `${noun(thing)}服务没有响应（${reason}），无法检查密钥，因此没有保存。请稍后重新提交。`,
      atOnce: (given, max) => `“${given}”不是任务数。可用：1 到 ${max}。`,
      noSuchOwner: (given, suggestion) =>
        `没有名为“${given}”的组或成员。${suggestion ? `你是指“${suggestion}”吗？` : ""}可用：everyone、workspace、组名称，或 @ 加成员名称。`,
      ownerGone: "那个组刚刚被删除。请重新选择谁可以使用此密钥。",
      tooMany: "这里的密钥已经太多。请先移除一个。",
      organisationFull: (max) =>
        `一个组织最多有 ${max} 个密钥，成员自己的也计算在内。管理员可以用 \`/easel-admin keys remove\` 移除一些。`,
      tooManySlots: (thing, max) =>
        `一个组织的所有密钥（包括成员自己的）合计最多有 ${max} 个${noun(thing)}名额。请减少这个密钥的同时任务数，或用 \`/easel-admin keys assign\` 减少其他密钥的。`,
    },
    added: (name, masked, services, whose) => `**${name}** \`${masked}\` 已添加：${services}，供${whose}使用。`,
    sameAs: (names) => `在网关上它与 ${names} 是同一个密钥：它们共用名额。`,
    leftOut: (thing, reason) => `${noun(thing)}服务没有响应（${reason}）；要在那里使用，请再次添加这个密钥。`,
    leftOutBecause: (thing) => `它不能生成${noun(thing)}。`,
    found: (thing, what) => `${noun(thing)}：${what}`,
    check: {
      ok: "正常",
      unreadableList: "正常，但 Easel 无法解析它的模型列表，因此提供文档中的模型",
      invalid: "不认识它",
      spent: "正常，但额度或余额已用完",
      forbidden: (code) => `认识它，但不允许它做任何事（${code}）`,
      unreachable: (reason) => `没有响应（${reason}）`,
      off: "这里未启用",
      unreadable: "无法读取它的内容",
    },
    change: (name, before, after) => `**${name}**：由${before}改为${after}`,
    unchanged: (name, now) => `**${name}** 已经是${now}。`,
    on: "使用中",
    off: "已停用",
    removed: (name, masked) => `**${name}** \`${masked}\` 已移除。正在进行的任务仍会取回结果，之后它的内容会被删除。`,
    isConfigured: (name) =>
      `**${name}** 来自配置，只有 Easel 的运营者可以从中删除。在此之前可用 \`/easel-admin keys disable\` 停用。`,
    stranded: (thing, waiting) => `已经没有可用于${noun(thing)}的密钥：${waiting} 个请求正在等待。`,
    refused: (name, masked, only) =>
      `**${only ? `${noun(only)}服务` : "网关"}拒绝了密钥 ${name}** \`${masked}\`（401），${only ? `Easel 不再用它生成${noun(only)}；其他请求仍会使用它` : "Easel 已停止使用它"}。请用 \`/easel-admin keys check\` 检查，或用 \`/easel-admin keys add\` 添加新的。`,
    refusedFor: (thing) => `被${noun(thing)}服务拒绝`,
    which: (names) => `哪个密钥？请写名称：${names}。`,
    noSuchKey: (given, suggestion, names) =>
      `没有名为“${given}”的密钥。${suggestion ? `你是指“${suggestion}”吗？` : ""}现有：${names}。`,
    tier: {
      served: (thing, whose) => `• ${noun(thing)}的密钥：${whose}`,
      none: (thing) => `• ${noun(thing)}的密钥：目前没有可用的`,
      own: "你自己的",
      group: (names) => `${names} 的`,
      workspace: "本工作区的",
      everyone: "组织的",
    },
    jobsAtOnce: (thing, count) => `${noun(thing)}同时 ${count} 个`,
    slotsFreed: (name, count) => `**${name}**：已释放 ${count} 个名额。相应请求预留的额度会保留，直到结果明确。`,
    noSlotsToFree: (name) => `**${name}** 没有由网关未答复的请求占用的名额。`,
    theirOwn: (name, typed) =>
      `**${name}** 是成员自己的密钥：只有本人可以与他人共用。你可以用 \`/easel-admin keys disable ${typed}\` 停用，或用 \`/easel-admin keys remove ${typed}\` 移除。`,
    operatorsSlots: (name) =>
      `**${name}** 来自配置，其他组织也在使用：同时任务数由运营者在控制台中设置。没有更改任何内容。`,
    ownOff: "这里不允许使用自己的密钥。管理员可以允许。",
    usedKey: "密钥",
  },
  doctor: {
    title: "**Easel 的状况**",
    well: (line) => `✓ 正常：${line}`,
    bad: (line) => `⚠ 注意：${line}`,
    database: (version, ms, schema) => `数据库：PostgreSQL ${version}，${ms} 毫秒内响应，结构版本 ${schema}。`,
    databaseAway: "数据库没有响应。已确认的内容不会丢失；请启动它，或修正 `DATABASE_URL`。",
    otherSchema: (expected) => `这个 Easel 使用结构版本 ${expected}：请在所有地方运行同一版本。`,
    otherClock: (seconds, isAhead) =>
      `它的时钟比 Easel 所在机器的时钟${isAhead ? "快" : "慢"} ${seconds} 秒：请用 NTP 校正有误的一方。`,
    noRole: (role: string) => `数据库用户无法使用角色 ${role}，因此审计记录和用量账目只由触发器保护。`,
    openToServer: "PostgreSQL 服务器上的任何用户都能连接这个数据库。",
    fixedByOperator: "最近一次启动的日志里有修复所需的语句。",
    slow: "这有些慢：请检查它的负载和网络。",
    pooler: {
      session: "PostgreSQL 前面有一个会话模式的连接池。",
      transaction: "PostgreSQL 前面有一个事务模式的连接池，`DATABASE_DIRECT_URL` 绕过它直接连接。",
    },
    storeFolder: "图片和视频保存在 `DATA_DIR`。",
    storeS3: "图片和视频保存在 S3 存储。",
    storeTrouble: (reason) => `S3 存储无法使用：${reason}。Easel 会自动重试。`,
    storeFull: "图片和视频的存储已满。请腾出空间，或减小 `MEDIA_DAYS`。",
    address: (url) => `公开地址：\`${url}\`。`,
    noAddress: "没有公开地址：较大的结果无法提供链接。请设置 `PUBLIC_URL`。",
    noClipFiles:
      "视频不能使用来自 Slack、控制台或之前结果的文件：视频服务无法从这里读取它们。因此不提供“做成视频”，视频表单也没有文件栏。请将 `PUBLIC_URL` 设为指向 `PUBLIC_PORT` 的 https 地址，然后重新启动。",
    service: (name, url) => `${name}网关：\`${url}\`。`,
    sandbox: (name) => `${name}网关：沙盒，不产生费用。`,
    serviceOff: (thing, name) =>
      `没有${name}网关：请设置 ${thing === "image" ? "`IMAGE_BASE_URL` 和 `IMAGE_API_KEY`" : "`VIDEO_BASE_URL` 和 `VIDEO_API_KEY`"}。`,
    noKey: "它没有密钥：请用 `/easel-admin keys add` 添加。",
    noneUsable: (known) =>
      known === 1 ? "它唯一的密钥现在不能使用，原因见下文。" : `它的 ${known} 个密钥现在都不能使用，原因见下文。`,
    said: (keys, said) => `${keys} 个可用密钥；刚才询问的结果：${said}。`,
    refusedNow: (name) => `询问时用的是密钥 **${name}**：请更换它，或用 \`/easel-admin keys check\` 再次检查。`,
    key: (name, health) => `密钥 **${name}** ${health}。`,
    health: {
      disabled: "已停用；用 `/easel-admin keys enable` 启用",
      paused: "已暂停；用 `/easel-admin resume` 恢复",
      unreadable: "无法读取：请把 `SECRET_KEY_PREVIOUS` 设为 `SECRET_KEY` 以前的值，或重新添加",
      spent: "额度或余额已用完，几分钟内会再试",
    },
    refusedKey: {
      people: (name, moment) =>
        `网关于 ${moment} 拒绝了密钥 **${name}**，Easel 已停止使用它。请用 \`/easel-admin keys add\` 添加新的密钥，并移除这一个。如果它其实有效，\`/easel-admin keys check\` 会让它重新投入使用。`,
      configuration: (name, moment) =>
        `网关于 ${moment} 拒绝了密钥 **${name}**，Easel 已停止使用它。它来自配置：请在配置中设置有效的密钥，然后重新启动 Easel。如果它其实有效，\`/easel-admin keys check\` 会让它重新投入使用。`,
    },
    partlyRefusedKey: (name, thing) =>
      `${noun(thing)}服务拒绝了密钥 **${name}**，Easel 不再用它生成${noun(thing)}。如果它在那里其实有效，\`/easel-admin keys check\` 会让它重新投入使用。`,
    claim: (code) => `\`/easel-admin claim ${code}\` 可启用一个服务器或工作区。`,
    organisation: {
      unnamed: "未命名",
      line: (name, workspaces) => `组织（${name}）：${workspaces}。`,
      code: (code, name) =>
        `\`/easel-admin claim ${code} --organisation ${name}\` 可让另一个服务器或工作区加入该组织。`,
    },
    workers: (alive) => `${alive} 个工作进程正在运行。`,
    versionName: (version, schema) => `（${version}，结构版本 ${schema}）`,
    chats: (alive) => `另有 ${alive} 个进程在接收请求。`,
    older: {
      worker: (processes, version = "") =>
        `${processes} 个工作进程运行的是较旧版本的 Easel${version}：请将其替换为当前版本。`,
      chat: (processes, version = "") =>
        `${processes} 个接收请求的进程运行的是较旧版本的 Easel${version}：请将其替换为当前版本。`,
    },
    newer: {
      worker: (processes, version = "") =>
        `${processes} 个工作进程运行的是较新版本的 Easel${version}：请将当前进程替换为该版本。`,
      chat: (processes, version = "") =>
        `${processes} 个接收请求的进程运行的是较新版本的 Easel${version}：请将当前进程替换为该版本。`,
    },
    noWorkers: "没有工作进程在运行：请以 `ROLE=all` 或 `ROLE=worker` 启动一个进程。",
    undelivered: (results) =>
      `最近一天有 ${results} 个结果已生成，但没有送达：平台拒绝发布。\`/jobs --scope all\` 会列出它们；解决原因后，点击 **重新发布** 即可送达，不产生费用。`,
    slots: (unknown) =>
      `${unknown} 个名额由网关未答复的请求占用。它们会自动释放；用 \`/easel-admin keys free\` 可立即释放。`,
    silent: (workspace, hours) =>
      `Easel 已有 ${hours} 小时没有接受来自 \`${workspace}\` 的请求，而之前有很多。请在那里输入 \`/easel help\`；如果没有反应，请核对应用设置与清单是否一致，以及请求地址与 \`PUBLIC_URL\` 是否一致。`,
    quotas: (usedUp) =>
      `${usedUp} 项配额已用完，因此请求会被拒绝或等待批准。\`/easel-admin usage\` 显示各人的用量；可用 \`/easel-admin quota grant\` 追加，或用 \`/easel-admin quota set\` 提高数量。`,
    unpricedQuotas: (quotas, currency) =>
      `${quotas} 项按金额的配额会拒绝所有请求，因为${currency === undefined ? "没有设定价格（`PRICES`）" : `价格以 ${currency} 计`}。请设定该货币的价格，或用 \`/easel-admin quota clear\` 取消配额。`,
    busy: (waiting) =>
      `${waiting} 个任务在等待，因为网关答复它正忙（429）。如果一直如此，请用 \`/easel-admin keys assign\` 减少密钥的名额、添加密钥，或请网关的运营者提高上限。`,
    jobs: (running, waiting, held, unknown) =>
      `任务：网关上 ${running} 个，等待中 ${waiting} 个，待管理员批准 ${held} 个，网关未答复 ${unknown} 个。`,
    longWait: (minutes) => `最早的已等待 ${minutes} 分钟：是否还有密钥有空闲名额？`,
    platforms: {
      connected: (name) => `${name} 已连接。`,
      posting: (name) => `${name}：此进程只负责发送结果。`,
      standby: (name) => `${name}：由另一个进程保持连接，此进程待命。`,
      connecting: (name, reason) => `${name} 未连接：${reason}。Easel 会自动重试。`,
      refused: {
        token: (name, variable) =>
          `${name} 不接受机器人的令牌：请把 \`${variable}\` 设为当前的令牌，然后重新启动 Easel。`,
        app_token: (name, variable) =>
          `${name} 不接受应用级令牌：请把 \`${variable}\` 设为带有 \`connections:write\` 权限的令牌，然后重新启动 Easel。`,
        socket_mode: (name) => `${name} 应用设置中的 Socket Mode 已关闭：请重新打开。`,
        intents: (name) =>
          `${name} 不允许机器人读取所请求的内容：请在开发者门户的 \`Bot\` → \`Privileged Gateway Intents\` 中打开 \`Message Content Intent\` 并保存；关闭它时 Easel 也能工作。`,
        address: (name, variable) => `\`${variable}\` 处应答的不是 ${name}：请更正或删除该地址，然后重新启动 Easel。`,
        outdated: (name) => `${name} 不再支持此版本的 Easel：请更新。`,
      },
    },
    platform: "从平台提供的信息看，这里没有缺少任何设置。",
    channel: (name, problem) => `频道 ${name}：${problem}`,
    adminChannel: (name) => `${name}（管理频道）`,
    channels: (well) => `最近一周使用过的另外 ${well} 个频道没有缺少任何设置。`,
    uncheckedChannels: (count) => `平台没有响应，无法检查另外 ${count} 个频道。`,
    platformAway: "平台目前没有响应。",
  },
};
