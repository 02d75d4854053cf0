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
    certificate: {
      unreadable: "无法读取它的证书：请检查代理的 TLS 设置。",
      expired: "它的证书已过期：请更新证书。",
      expires: (days) => `它的证书还有 ${days} 天过期：请更新证书。`,
    },
  },
};
