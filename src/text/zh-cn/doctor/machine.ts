import type { Sentences } from "../../en/index.ts";
import type { machineEn } from "../../en/doctor/machine.ts";

/** 诊断中关于 Easel 所在机器及其地址的文字。 */
export const machineZhCN: Sentences<typeof machineEn> = {
  machine: {
    needsNoAddress: "没有公开地址：控制台不需要。",
    addressAnswers: {
      other: (status) =>
        `它答复 ${status}，但不是当前的 Easel：它必须指向 \`PUBLIC_PORT\`，所有进程还要使用相同的 \`SECRET_KEY\` 和版本。`,
      failing: (status) => `它答复 ${status}：那里的代理连不上 \`PUBLIC_PORT\`。`,
      silent: (code) => `它没有答复${code === undefined ? "" : `（\`${code}\`）`}：请检查域名、代理和防火墙。`,
    },
    plainHttp: {
      console:
        "其他机器可以不经 TLS 访问控制台，网络上的他人可能读到密码。请在前面设置支持 TLS 的反向代理并设置 `TRUST_PROXY`，或设置 `HOST=127.0.0.1`。",
      public: "`PUBLIC_URL` 不是 https，网络上的他人可能看到它所指向的图片和视频。",
    },
    folder: {
      missing: "`DATA_DIR` 中缺少 `media` 文件夹，无法保存文件。请重新启动 Easel，它会创建该文件夹。",
      denied: "无法写入 `DATA_DIR` 中的 `media` 文件夹：请修改它的权限。",
      unreliable: "从 `DATA_DIR` 中的 `media` 文件夹读出的内容与写入的不一致：请检查磁盘。",
    },
    diskLow: (free) => `\`DATA_DIR\` 所在的磁盘只剩 ${free}：请腾出空间、减小 \`MEDIA_DAYS\`，或换用更大的磁盘。`,
    backup: (at) => `最近一次备份：${at}。`,
    backupOld: (at) => `最近一次备份还是在 ${at}：请检查 \`npm run backup\` 是否仍在定期运行，以及它的输出。`,
    restored: (from, to) =>
      `**Easel 已从备份恢复。** 它不知道 ${from} 至 ${to} 之间发生的事。这段时间的请求需要重新发送：相关消息下的按钮已失效，而当时生成的内容可能已经计费。管理员在这段时间所做的更改也需要重做。`,
    bloat: (tables) =>
      `PostgreSQL 的自动清理跟不上 \`${tables}\`：请在 \`pg_stat_activity\` 中查找长时间未结束的事务，然后对这些表运行 \`VACUUM\`。`,
    uploads: (size) => `这里每个结果文件最大可以发送 ${size}。`,
    certificate: {
      unreadable: "无法读取它的证书：请检查代理的 TLS 设置。",
      expired: "它的证书已过期：请更新证书。",
      expires: (days) => `它的证书还有 ${days} 天过期：请更新证书。`,
    },
  },
};
