import type { GatewayTexts } from "../en/gateway.ts";

const LATER = "请过几分钟再试。";

/** 网关错误的说明，简体中文。 */
export const gatewayZhCN: GatewayTexts = {
  keyMissing: {
    what: "网关表示没有收到密钥。",
    member: "管理员可以检查密钥。",
    admin: "请重新添加这个服务的密钥。",
  },
  keyInvalid: {
    what: "网关没有接受这个密钥。",
    member: "管理员可以检查密钥。",
    admin: "密钥可能输错、过期或已吊销。请添加有效的密钥。",
  },
  identityUnresolved: {
    what: "网关暂时无法识别这个密钥。",
    member: LATER,
    admin: "如果一直如此，请联系网关运营方。",
  },
  modelName: {
    what: "网关不接受这个模型名称。",
    member: "请换一个模型。",
    admin: "请检查默认模型。图片模型的名称形如 provider-a/<模型> 或 provider-b/<模型>。",
  },
  ourMistake: {
    what: "网关无法解析 Easel 发送的请求。",
    member: "这不是你的问题，管理员可以上报。",
    admin: "请附上错误代码和请求编号，作为 Easel 的缺陷上报。",
  },
  keyReused: {
    what: "网关已将这个请求的幂等键用于另一个请求。",
    member: "这不是你的问题。请再试一次：新的请求会使用另一个幂等键。",
    admin: "请再试一次。如果经常出现，请附上请求编号，作为 Easel 的缺陷上报。",
  },
  requestInvalid: {
    what: "网关认为请求不完整或格式不对。",
    member: "请检查提示词和文件，然后重新发送。",
  },
  valueInvalid: {
    what: "网关不接受其中一个选项的值。",
    member: "请修改后重新发送。",
  },
  requestTooLarge: {
    what: "请求超出了网关允许的大小。",
    member: "请减少文件，或换小一些的文件。",
  },
  wrongAddress: {
    what: "在 Easel 使用的地址上，网关不提供这项服务。",
    member: "管理员可以检查地址。",
    admin: "请检查该服务的基础地址。",
  },
  notFound: {
    what: "网关找不到这个请求需要的某项内容。",
    member: "请重新发送；如果仍然不行，管理员可以查看原因。",
    admin: "请检查模型、密钥所在的组和该服务的基础地址。",
  },
  imageRequired: {
    what: "网关表示缺少图片。",
    member: "请至少附上一张，然后重新发送。",
  },
  tooManyImages: {
    what: "图片数量超出了网关的上限。",
    member: "请减少图片。",
  },
  tooManyMasks: {
    what: "网关只接受一个蒙版。",
    member: "请只发送一个蒙版。",
  },
  imageType: {
    what: "网关不接受这种文件类型的图片。",
    member: "请换成 PNG、JPEG 或 WebP。",
  },
  maskType: {
    what: "网关不接受这个蒙版。",
    member: "蒙版必须是 PNG，其透明部分表示要修改的区域。",
  },
  imageTooLarge: {
    what: "有一张图片超出了网关允许的大小。",
    member: "请缩小后重新发送。",
  },
  maskTooLarge: {
    what: "蒙版超出了网关允许的大小。",
    member: "蒙版最大 4 MiB。",
  },
  maskDimensions: {
    what: "蒙版和第一张图片的尺寸不同。",
    member: "请发送宽高完全相同的蒙版。",
  },
  imageUnreadable: {
    what: "有一张图片是空的，或网关无法读取。",
    member: "请换一份再发送。",
  },
  imageAddress: {
    what: "网关无法使用其中一个链接。",
    member: "链接必须是文件本身的公开 https 地址，且无需登录。",
  },
  imageDownload: {
    what: "网关无法下载其中一个文件。",
    member: "请再试一次，或换一份文件。",
    admin: "请检查网关能否访问 `PUBLIC_URL` 中的地址。",
  },
  notFinished: {
    what: "网关报告任务没有完成。",
    member: "请再试一次。",
    admin: "请把错误代码和请求编号发给网关运营方。",
  },
  cancelled: {
    what: "网关表示任务已取消。",
    member: "如果还需要，请再试一次。",
  },
  expired: {
    what: "网关表示它已经过期。",
    member: "如果还需要，请再试一次。",
    admin: "网关保留图片和结果 72 小时。",
  },
  mediaUnavailable: {
    what: "网关报告结果不可用。",
    member: LATER,
    admin: "请把错误代码和请求编号发给网关运营方。",
  },
  submissionFailed: {
    what: "网关报告提交失败。",
    member: LATER,
    admin: "请把错误代码和请求编号发给网关运营方。",
  },
  generationFailed: {
    what: "网关未能生成。",
    member: "请再试一次；如果再次失败，请稍微修改提示词。",
    admin: "请把错误代码和请求编号发给网关运营方。",
  },
  gatewayTrouble: {
    what: "网关报告了自身故障。",
    member: LATER,
    admin: "如果一直如此，请带上请求编号联系网关运营方。",
  },
  upstreamTransport: {
    what: "网关向其背后的提供方发送请求时失败。",
    member: LATER,
    admin: "如果一直如此，请带上请求编号联系网关运营方。",
  },
  upstreamTrouble: {
    what: "网关背后的提供方报告了问题。",
    member: "如果一直如此，管理员可以查看原因。",
    admin: "可能是故障、余额、可用性或容量问题，消息会说明是哪一种。",
  },
  balance: {
    what: "网关账户的余额不足。",
    member: "管理员可以充值。",
    admin: "请充值后再试。",
  },
  keyCap: {
    what: "密钥的消费上限已用完。",
    member: "管理员可以提高上限。",
    admin: "请提高上限或换一个密钥。账户本身可能仍有余额。",
  },
  unsuitable: {
    what: "网关拒绝生成：被安全策略拦截，或不适合生成。",
    member: "请修改提示词或选项。",
    admin: "消息会说明是哪一种。",
  },
  refused: {
    what: "网关拒绝了请求。",
    member: "请修改后重新发送，或请管理员查看原因。",
    admin: "详情见消息、错误代码和请求编号。",
  },
  moderation: {
    what: "内容审核拒绝了这个请求。",
    member: "请修改提示词或所附的文件，然后再试。",
  },
  busy: {
    what: "这个密钥在网关上的配额或上限暂时用完了。",
    member: LATER,
    admin: "如果经常发生，请调低这个密钥的同时任务数。",
  },
  parameters: {
    what: "选项或文件不符合模型的要求。",
    member: "请修改，或换一个模型。",
  },
  promptInvalid: {
    what: "网关认为提示词或其中的内容无效或过长。",
    member: "请缩短或修改。",
  },
  serviceRefused: {
    what: "网关在 Easel 使用的路径上不接受这个请求。",
    member: "管理员可以查看原因。",
    admin: "请检查默认模型和基础地址：图片路径需要图片模型。",
  },
  modelDisabled: {
    what: "这个模型在网关已停用。",
    member: "请换一个。",
    admin: "请将它从频道的模型中移除，或请网关运营方启用。",
  },
  modelNotFound: {
    what: "这个密钥不能使用这个模型。",
    member: "请换一个。",
    admin: "请使用其他组的密钥，或将它从频道的模型中移除。",
  },
  modelBusy: {
    what: "这个模型在网关暂时不可用。",
    member: "请过几分钟再试，或换一个模型。",
  },
  notEnabled: {
    what: "这个密钥在网关没有生成此内容的权限。",
    member: "管理员可以查看原因。",
    admin: "密钥所在的组没有开通这项服务。请使用其他组的密钥。",
  },
  notSupported: {
    what: "网关在这里不提供图片生成。",
    member: "管理员可以查看原因。",
    admin: "平台不支持图片，或密钥所在的组没有开通。请使用其他密钥。",
  },
  noAccount: {
    what: "网关暂时没有可用的兼容账户。",
    member: "请过几分钟再试，或换一个模型。",
    admin: "如果一直如此，请带上请求编号联系网关运营方。",
  },
  forbidden: {
    what: "网关不允许这样做。",
    member: "管理员可以查看原因。",
    admin: "请检查密钥的余额、所属的组和权限。",
  },
};
