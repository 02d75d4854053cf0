import type { consoleRoomEn } from "../en/console-room.ts";
import type { Sentences } from "../en/index.ts";

/** 控制台的频道、上传文件和操作过多的文字。 */
export const consoleRoomZhCN: Sentences<typeof consoleRoomEn> = {
  consoleRoom: {
    uploads: (taken, most, by) =>
      `没有空间存放此文件。你有 ${taken} MiB 已上传但尚未发送的文件，每位成员最多 ${most} MiB（规则来自：${by}）。请先发送已附加的文件，或稍等：未发送的文件一天后不再计入。没有发送任何内容，也没有产生费用。`,
    uploadsToday: (taken, most, by) =>
      `没有空间存放此文件。过去 24 小时内你已上传 ${taken} MiB，每位成员每天最多上传 ${most} MiB（无论是否发送），即未发送文件上限的五倍（规则来自：${by}）。请稍等（上传的文件一天后不再计入），或请管理员提高上限。没有发送任何内容，也没有产生费用。`,
    channels: (made, most, by) => `你已创建 ${made} 个频道，每位成员最多 ${most} 个（规则来自：${by}）。请先删除一个。`,
    tooMuch:
      "一分钟内的操作过多。消息、按钮、菜单、表单、置顶，以及新建、改名和删除频道合并计算，Easel 给你的回复的长度也计算在内。请等一分钟再试。没有发送任何内容，也没有产生费用。",
    tooManyLooks: "一分钟内查询过多。请等一分钟再试。",
    tooManyAnswers:
      "Easel 在这一分钟内给你的回复总共过长，因此省略了这一条。但操作可能已经完成：请等一分钟，确认后再决定是否重复。",
    channelExists: "已有同名频道。",
    channelNameKept: (name) => `这个名称的链接指向 #${name}，它以前叫这个名称。请换一个名称。`,
    channelNotRenamed: "只有管理员可以给频道改名。",
    channelUnknown: "没有这个频道。",
    channelKept: "此频道不能删除。",
    channelNotYours: "只有管理员或创建者可以删除频道。",
    channelRuled: "管理员为此频道设置了规则、配额或暂停，因此只有管理员可以删除它。",
    channelAsksAdmins:
      "询问和通知管理员的消息发到此频道。请先在工作区设置（workspace settings）中把 --admin_channel 改为另一个频道，或设为 off。",
    channelAsksAdminsForMember: "询问和通知管理员的消息发到此频道，因此不能删除它。只有管理员可以另选一个频道。",
    pinGone: "此消息中已没有所有人都能看到的结果，因此无法置顶。",
    pinsFull: (most) => `此频道已有 ${most} 个置顶结果，不能再多。请先取消一个置顶。`,
    channelBusy: (requests) => `此频道还有 ${requests} 个请求未完成。请等待完成或取消，然后再删除频道。`,
  },
};
