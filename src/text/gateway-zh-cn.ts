import type { GatewayTexts } from "./gateway.ts";

/** 网关错误的说明，简体中文。 */
export const gatewayZhCN: GatewayTexts = {
  keyMissing: {
    member: "网关需要密钥，但没有收到。管理员可以查看原因。",
    admin: "网关需要密钥，但没有收到。请重新添加这个服务的密钥。",
  },
  keyInvalid: {
    member: "网关不再接受我们的密钥。管理员可以查看原因。",
    admin: "网关不接受这个密钥：可能输错、过期或已被收回。请输入有效的密钥。",
  },
  identityUnresolved: {
    member: "网关暂时无法识别我们的密钥，通常会自行恢复。",
    admin: "网关无法确定该密钥的身份和并发数。如果一直如此，请联系网关运营方。",
  },
  modelName: {
    member: "网关不认识这个模型，请换一个。",
    admin: "网关只接受 provider-a/<模型> 或 provider-b/<模型> 形式的名称。请检查默认模型。",
  },
  ourMistake: {
    member: "网关没有看懂我们发送的内容。这不是你的问题，管理员可以上报。",
    admin: "网关拒绝了请求的格式。请附上错误代码和请求编号，作为 Easel 的缺陷上报。",
  },
  requestInvalid: {
    member: "网关认为请求不完整或格式不对。请检查提示词和图片，然后重新发送。",
    admin: "网关认为请求不完整或格式不对。日志中的代码和消息说明了缺什么。",
  },
  valueInvalid: {
    member: "有一个选项的值不被这个模型接受。请修改后重新发送。",
    admin: "有一个选项的值不被这个模型接受，网关的消息中有它的名称。",
  },
  requestTooLarge: {
    member: "内容总量超出了网关的上限。请减少图片或换小一些的图片。",
    admin: "请求超过了网关的上限（512 MiB）。",
  },
  wrongAddress: {
    member: "网关没有这项服务。管理员可以查看原因。",
    admin: "网关不认识这个路径。请检查该服务的基础地址。",
  },
  notFound: {
    member: "网关没有或不再有这个内容。如果还需要，请重新发起。",
    admin: "网关不认识这个任务或图片，或者它属于另一个密钥。",
  },
  imageRequired: {
    member: "编辑至少需要一张图片。请附上图片后重新发送。",
    admin: "编辑请求没有图片。",
  },
  tooManyImages: {
    member: "图片太多了：一次编辑最多 16 张。",
    admin: "编辑请求的图片超过 16 张。",
  },
  tooManyMasks: {
    member: "一次编辑只能有一个蒙版。",
    admin: "编辑请求有多个蒙版。",
  },
  imageType: {
    member: "图片必须是 PNG、JPEG 或 WebP。请转换后重新发送。",
    admin: "有一张图片不是 PNG、JPEG 或 WebP。",
  },
  maskType: {
    member: "蒙版必须是 PNG，用透明部分标出要修改的地方。",
    admin: "蒙版不是带透明区域的 PNG。",
  },
  imageTooLarge: {
    member: "有一张图片对网关来说太大了。请缩小后重新发送。",
    admin: "有一张图片超过网关的上限（兼容编辑为 50 MiB，其他为 80 MiB）。",
  },
  maskTooLarge: {
    member: "蒙版太大：最多 4 MiB。",
    admin: "蒙版超过 4 MiB。",
  },
  maskDimensions: {
    member: "蒙版的宽和高必须与第一张图片完全相同。",
    admin: "蒙版的尺寸与第一张图片不同。",
  },
  imageUnreadable: {
    member: "有一张图片是空的或无法读取。请换一份重新发送。",
    admin: "有一张图片是空的或无法读取，链接可能指向了网页。",
  },
  imageAddress: {
    member: "网关无法使用这个链接。它必须是无需登录、直接指向图片的公开 https 链接。",
    admin: "网关拒绝了一个图片地址：不是公开地址、不是 https，或需要登录。",
  },
  imageDownload: {
    member: "网关无法从链接下载图片。请直接附上图片。",
    admin: "网关无法从地址下载图片。",
  },
  notFinished: {
    member: "还没有完成，完成后就会发出。",
    admin: "任务完成之前就请求了结果，稍后会再次请求。",
  },
  cancelled: {
    member: "已取消。",
    admin: "任务已取消。",
  },
  expired: {
    member: "网关只保留结果 72 小时，这个已经过期。如果还需要，请重新发起。",
    admin: "结果或图片超过了网关 72 小时的保留期。",
  },
  mediaUnavailable: {
    member: "已经生成，但网关暂时无法提供。我们会继续尝试。",
    admin: "结果的媒体暂时不可用。任务没有失败，会继续尝试取回。",
  },
  submissionUnknown: {
    member: "网关无法确定是否收下了请求，我们正在确认。",
    admin: "提交的结果未知。图片会用同一个键再次提交，不会重复生成。",
  },
  generationFailed: {
    member: "网关尝试生成但失败了。请再试一次；如果仍然失败，请稍微修改提示词。",
    admin: "生成在网关失败或中断。网关运营方可凭错误代码和请求编号查明原因。",
  },
  gatewayTrouble: {
    member: "网关目前有故障。请过几分钟再试。",
    admin: "网关报告了自身故障。如果一直如此，请带上请求编号联系网关运营方。",
  },
  upstreamTrouble: {
    member: "网关背后的提供方目前有故障。请过几分钟再试。",
    admin: "网关背后的提供方失败，消息会说明是容量、可用性还是余额问题。",
  },
  balance: {
    member: "网关账户余额不足，管理员可以充值。",
    admin: "网关账户余额不足。请充值后再试。",
  },
  keyCap: {
    member: "密钥的消费上限已用完，管理员可以提高。",
    admin: "这个密钥的消费上限已用完，账户可能仍有余额。请提高上限或换一个密钥。",
  },
  unsuitable: {
    member: "网关不愿生成这个内容：触及安全规则，或超出这个模型的能力。请修改提示词或选项。",
    admin: "请求被安全策略拒绝，或不适合这个模型或路径，消息会说明是哪一种。",
  },
  moderation: {
    member: "提示词或图片没有通过内容审核。请修改后再试。",
    admin: "内容审核拒绝了提示词或参考素材。",
  },
  busy: {
    member: "网关目前很忙，通常几分钟内会恢复。",
    admin: "该密钥在网关的速率或并发数暂时用满。如果经常发生，请调低这个密钥的同时任务数。",
  },
  parameters: {
    member: "选项或图片不符合这个模型的要求。请修改，或换一个模型。",
    admin: "参数或图片输入不符合模型的要求，消息会说明是哪一项。",
  },
  promptInvalid: {
    member: "提示词无效，或对这个模型来说太长。请缩短或修改。",
    admin: "提示词或内嵌内容无效或过长。",
  },
  serviceRefused: {
    member: "网关不在这个路径上接受请求。管理员可以查看原因。",
    admin: "网关拒绝了这个路径上的请求：该路径需要图像模型。请检查默认模型和基础地址。",
  },
  modelDisabled: {
    member: "这个模型已停用，请换一个。",
    admin: "这个模型在网关已停用。请将它从频道的模型中移除，或请运营方启用。",
  },
  modelNotFound: {
    member: "我们的密钥不能使用这个模型，请换一个。",
    admin: "该密钥所在的组不支持这个模型。请使用其他组的密钥，或将它从频道的模型中移除。",
  },
  modelBusy: {
    member: "这个模型暂时不可用，通常会自行恢复；换一个模型可能更快。",
    admin: "这个模型在网关暂时不可用。",
  },
  notEnabled: {
    member: "我们的密钥不能生成图片。管理员可以查看原因。",
    admin: "该密钥所在的组或平台没有开通图片功能。请使用支持图片的组的密钥。",
  },
  noAccount: {
    member: "网关目前没有这个模型的容量，通常会自行恢复；换一个模型可能更快。",
    admin: "网关没有可用的兼容账户（api_error）。",
  },
  forbidden: {
    member: "网关不允许我们这样做。管理员可以查看原因。",
    admin: "网关禁止该密钥这样做。请检查它的余额、所属的组和权限。",
  },
};
