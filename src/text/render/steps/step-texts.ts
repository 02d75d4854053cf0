import type { Locale } from "../../../lib/locale.ts";
import type { Service } from "../../../core/job/job.ts";

/** A step's input or output, as the person who builds a workflow reads it. */
interface Field {
  readonly title: string;
  readonly description: string;
}

/** Texts about steps of workflows. */
export interface StepTexts {
  readonly title: Readonly<Record<Service, string>>;
  readonly description: Readonly<Record<Service, string>>;
  readonly inputs: Readonly<
    Record<"person" | "channel" | "prompt" | "model" | "size" | "aspect_ratio" | "count" | "seconds", Field>
  >;
  readonly outputs: Readonly<Record<"link" | "prompt" | "made", Field>>;
  /** Why nothing was offered. */
  readonly noPerson: string;
  readonly noChannel: string;
  readonly notTheirs: string;
  readonly tooLong: (max: number) => string;
  readonly tooMany: string;
  readonly notReached: string;
  /** How it ended without a result. */
  readonly notAgreed: string;
  readonly cancelled: string;
  readonly notPosted: string;
  readonly notKnown: string;
}

const en: StepTexts = {
  title: { image: "Make a picture", video: "Make a clip" },
  description: {
    image: "Asks somebody whether to make pictures, and posts them in a channel",
    video: "Asks somebody whether to make a clip, and posts it in a channel",
  },
  inputs: {
    person: { title: "The person who asks", description: "Is asked to agree first. It counts as their request." },
    channel: {
      title: "Channel",
      description: "Where the result is posted. Easel and the person must be able to read it.",
    },
    prompt: { title: "Prompt", description: "What it should show" },
    model: { title: "Model", description: "As `/models` names it. Empty: the channel's default" },
    size: { title: "Size", description: "Such as 1K, 2K or 1024x1024. Empty: the model's default" },
    aspect_ratio: { title: "Aspect ratio", description: "Such as 16:9. Empty: the model's default" },
    count: { title: "How many", description: "1 to 10. Empty: one" },
    seconds: { title: "Seconds", description: "How long the clip is. Empty: the model's default" },
  },
  outputs: {
    link: { title: "Link", description: "The address of the message with the result" },
    prompt: { title: "Prompt", description: "What it was made from" },
    made: { title: "How many were made", description: "The number of pictures or clips in the message" },
  },
  noPerson: "The step names nobody of this workspace who could be asked. Nothing was sent or spent.",
  noChannel: "The step names no channel. Nothing was sent or spent.",
  notTheirs: "The person who asks can't read the step's channel. Nothing was sent or spent.",
  tooLong: (max) => `A step's prompt has ${max} characters at most. Nothing was sent or spent.`,
  tooMany: "Too many steps asked in a short time, or the person was asked too often today. Nothing was sent or spent.",
  notReached: "The person who asks could not be written to. Nothing was sent or spent.",
  notAgreed: "The person who was asked did not agree within a day. Nothing was made.",
  cancelled: "It was cancelled.",
  notPosted: "It could not be posted in the channel, or its message was deleted.",
  notKnown: "It is not known yet whether it is made. If it is, it is posted in the channel.",
};

const zhCn: StepTexts = {
  title: { image: "生成图片", video: "生成视频" },
  description: {
    image: "先征得某人同意，再生成图片并发到频道",
    video: "先征得某人同意，再生成视频并发到频道",
  },
  inputs: {
    person: { title: "请求人", description: "会先征求此人同意，并计为此人的请求。" },
    channel: { title: "频道", description: "结果发布的位置。Easel 和请求人都必须能读取它。" },
    prompt: { title: "提示词", description: "想要呈现的内容" },
    model: { title: "模型", description: "`/models` 中的名称。留空：频道的默认模型" },
    size: { title: "尺寸", description: "例如 1K、2K 或 1024x1024。留空：模型的默认值" },
    aspect_ratio: { title: "宽高比", description: "例如 16:9。留空：模型的默认值" },
    count: { title: "数量", description: "1 到 10。留空：一张" },
    seconds: { title: "秒数", description: "视频的长度。留空：模型的默认值" },
  },
  outputs: {
    link: { title: "链接", description: "结果消息的地址" },
    prompt: { title: "提示词", description: "生成时使用的提示词" },
    made: { title: "生成数量", description: "消息中图片或视频的数量" },
  },
  noPerson: "此步骤没有指定本工作区中可以询问的人。没有发送任何内容，也没有产生费用。",
  noChannel: "此步骤没有指定频道。没有发送任何内容，也没有产生费用。",
  notTheirs: "请求人无法读取此步骤的频道。没有发送任何内容，也没有产生费用。",
  tooLong: (max) => `步骤的提示词最多 ${max} 个字符。没有发送任何内容，也没有产生费用。`,
  tooMany: "短时间内步骤的请求太多，或此人今天被询问的次数太多。没有发送任何内容，也没有产生费用。",
  notReached: "无法给请求人发消息。没有发送任何内容，也没有产生费用。",
  notAgreed: "被询问的人没有在一天内同意。没有生成任何内容。",
  cancelled: "已取消。",
  notPosted: "无法发到频道，或其消息已被删除。",
  notKnown: "还不知道是否已生成。如果已生成，会发到频道。",
};

const TEXTS: Record<Locale, StepTexts> = { en, "zh-CN": zhCn };

/** The texts about steps of workflows in a language. */
export function stepTextsFor(locale: Locale): StepTexts {
  return TEXTS[locale];
}
