import type { Texts } from "../en/index.ts";

/** 文件和链接的问题。 */
export const filesZhCN: Pick<Texts, "fileProblem" | "fileFault" | "linkProblem" | "messageLink"> = {
  fileProblem: {
    empty: (name) => `“${name}”是空文件。请重新添加。`,
    unavailable: (name) => `“${name}”没有完整收到。请重新添加。`,
    notKept: (name) => `“${name}”已过保存期限。请从聊天中保存后重新添加。`,
    tooLarge: (name, maxMiB) => `“${name}”太大。每个文件最多 ${maxMiB} MiB。`,
    storeFull: (name) =>
      `“${name}”无法保存：Easel 存放文件的磁盘已满。请让 Easel 的运营者在 \`DATA_DIR\` 所在的磁盘上腾出空间，然后重新发送。`,
    tooLargeTogether: (givenMiB, maxMiB) =>
      `这些文件一共 ${givenMiB} MiB，最多 ${maxMiB} MiB。请去掉一些，或缩小后再添加。`,
    inOption: (option, sentence) => `选项 \`${option}\`：${sentence}`,
    type: (name, found, allowed, saveAs) =>
      `“${name}”${found === undefined ? "的类型无法识别" : `的类型是 ${found}`}。${allowed.length === 0 ? "这里不接收文件。" : `可用：${allowed.join("、")}。`}${saveAs === undefined ? "" : `请另存为 ${saveAs} 后再添加；只改文件名不行。`}`,
    undecodable: (name, type, saveAs) =>
      `“${name}”的类型是 ${type}，这里无法打开。请另存为 ${saveAs} 后再添加；只改文件名不行。`,
    damaged: (name, type, damage) =>
      `“${name}”的类型是 ${type}，但${damage === "truncated" ? "结尾缺失" : "已损坏，无法读取"}。请重新保存后再添加。`,
    disguise: (name, type, other) =>
      `“${name}”的类型是 ${type}，但${other === undefined ? "其中藏有其他数据" : `它同时也是 ${other}`}。请重新保存后再添加。`,
    tooManyPixels: (name, pixels, maxMegapixels) =>
      `“${name}”有 ${pixels} 像素，最多 ${maxMegapixels * 100} 万像素。请缩小后再添加。`,
    maskType: (name, found) => `\`mask\`：“${name}”的类型是 ${found}。需要 PNG，其透明部分表示要修改的区域。`,
    maskOpaque: (name) => `\`mask\`：“${name}”中没有透明部分。请把要修改的部分设为透明。`,
    maskTooLarge: (name, givenMiB, maxMiB) => `\`mask\`：“${name}”有 ${givenMiB} MiB，最多 ${maxMiB} MiB。`,
    maskSize: (name, given, wanted) =>
      `\`mask\`：“${name}”是 ${given} 像素，第一张图片是 ${wanted}。请把蒙版也改为 ${wanted}。`,
  },
  fileFault: {
    scope: (name, scope) =>
      `无法读取“${name}”：Slack 应用缺少权限 \`${scope}\`。管理员可以在应用设置的“OAuth & Permissions”中添加，然后重新安装应用。`,
    page: (name) =>
      `无法读取“${name}”：Slack 返回的是登录页面。很可能是因为 Slack 应用缺少权限 \`files:read\`。管理员可以在应用设置的“OAuth & Permissions”中添加，然后重新安装应用。`,
    foreign: (name) => `“${name}”属于另一个工作区，对方不允许 Easel 读取。请下载后再添加你自己的副本。`,
    external: (name) => `“${name}”保存在 Slack 之外，Easel 无法读取这样的文件。请下载后上传到 Slack。`,
    host: (name, host) => `“${name}”保存在 ${host}，Easel 不从那里读取附件。请下载后直接添加文件。`,
    gone: (name) => `“${name}”已不存在：可能已被删除，或链接已过期。请重新添加。`,
  },
  linkProblem: {
    form: (link) => `“${link}”不是 Easel 可以打开的链接。请提供以 https:// 开头的链接。`,
    login: (link) => `“${link}”含有用户名或密码，Easel 不会转发。请提供不需要登录的链接，或附上文件。`,
    port: (link) => `“${link}”指定了端口。这里只访问默认端口：请提供不带端口的链接，或附上文件。`,
    host: (link) => `“${link}”不是这个文件可能的来源。请重新添加文件。`,
    redirects: (link) => `“${link}”跳转次数太多。请在浏览器中打开，并提供文件本身的地址。`,
    encoding: (link) => `“${link}”以压缩方式发送，Easel 不支持。请下载后附上文件。`,
    slow: (link) => `“${link}”没有及时响应。请重试，或下载后附上文件。`,
    unreachable: (link) => `“${link}”从这里无法访问：没有响应，或者不是公开的地址。请检查是否写对，或附上文件。`,
    status: (link, status) => `“${link}”没有返回文件（HTTP ${status}）。请提供任何人都能打开的链接，或附上文件。`,
  },
  messageLink: {
    no_message: (link) =>
      `\`from\`：“${link}”不是这里的消息链接。请从消息菜单中复制；文件本身的链接请写在 \`image\`、\`video\` 或 \`audio\` 中。`,
    elsewhere: (link) =>
      `\`from\`：“${link}”不在这个工作区内。只能使用本工作区中你能看到的消息，私信只限当前对话。请直接附上文件。`,
    unseen: (link) =>
      `\`from\`：“${link}”没有指向你和 Easel 都能看到的消息。请检查链接，把 Easel 邀请到该频道并在一分钟后重试，或直接附上文件。`,
    hidden: (link) => `\`from\`：Easel 在这里看不到“${link}”的内容。请直接附上文件，或从该消息的菜单中选择“做成视频”。`,
    no_files: (link) => `\`from\`：“${link}”中没有图片、视频或音频。请复制含有这些内容的消息的链接。`,
    too_many: (max) =>
      `\`from\`：Easel 每分钟最多为每位成员打开 ${max} 个消息链接，整个工作区也有总数限制。请减少链接、直接附上文件，或在一分钟后重试。`,
  },
};
