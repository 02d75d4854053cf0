import type { deliveryEn } from "../en/delivery.ts";
import type { Sentences } from "../en/index.ts";

/** 会话拒收的结果：原因、去向和重新发布。 */
export const deliveryZhCN: Sentences<typeof deliveryEn> = {
  delivery: {
    notDelivered: (name) => `已生成，但没有送达。${name} 请求的是：`,
    sentDirectly: (name) => `无法发到这里，已直接发给 ${name}。${name} 请求的是：`,
    notTold: (name) => `结果无法发到这里。${name} 请求的是：`,
    norDirectly: (name) => `也无法直接发给 ${name}。`,
    thenAgain: "问题解决后，点击下面的按钮即可重新发布，不产生费用。",
    directly: (why) => `这个结果无法发到你提出请求的地方，因此发到这里。原因：${why}`,
    why: {
      forbidden: "Easel 不能在那里发消息，例如子区已被锁定。",
      gone: "频道或子区已被删除或归档，或者 Easel 看不到它。",
      refused: "Easel 的私信被关闭了。提出请求的人可以在服务器的隐私设置中允许私信。",
      closed: "那里不接收 Easel 的私信。",
      rejected: "那里没有接受这条消息。",
    },
    again: "重新发布",
    posted: "已经发布。",
    direct: "仍然无法发到提出请求的地方，已直接发给请求者。",
    refusedAgain: (why) => `已生成，但仍未送达。${why}`,
    underWay: "正在重新发布。如果再次被拒收，可在 `/jobs` 中看到。",
    nothing: "没有需要重新发布的内容：结果已经送达，或已被删除。",
    notYours: "只有请求者或管理员可以重新发布。",
  },
};
