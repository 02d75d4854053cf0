import { links, MP3, MP4, PNG, words, type VideoFixture } from "./video-fixture.ts";

/** Rows from 8 on of "Create request, canonical variants", written by hand from the document. */
export const ROWS_FROM_8: readonly VideoFixture[] = [
  {
    row: "row 8",
    model: "sd2.0(9-0-0)",
    accepts: [
      ["its bounds", { prompt: words(2000), seconds: 5, resolution: "480p", aspect_ratio: "16:9" }],
      ["its other bounds", { prompt: "a", seconds: 15, resolution: "720p", aspect_ratio: "1:1", images: links(9) }],
      ["no images", { prompt: "a", seconds: 5, images: [] }],
    ],
    refuses: [
      ["too short", { prompt: "a", seconds: 4 }, "seconds"],
      ["too long", { prompt: "a", seconds: 16 }, "seconds"],
      ["another resolution", { prompt: "a", seconds: 5, resolution: "1080p" }, "resolution"],
      ["a ratio of S5 only", { prompt: "a", seconds: 5, aspect_ratio: "4:3" }, "aspect_ratio"],
      ["10 images", { prompt: "a", seconds: 5, images: links(10) }, "images"],
      ["videos", { prompt: "a", seconds: 5, videos: [] }, "videos"],
      ["audios", { prompt: "a", seconds: 5, audios: [] }, "audios"],
      ["a prompt too long", { prompt: words(2001), seconds: 5 }, "prompt"],
    ],
  },
  {
    row: "row 9",
    model: "sd2.0(9-3-3)",
    accepts: [
      ["its bounds", { prompt: words(2000), seconds: 5, resolution: "720p", aspect_ratio: "9:16" }],
      ["everything", { prompt: "a", seconds: 15, images: links(9), videos: [{ url: MP4, seconds: 1 }], audios: [MP3] }],
      ["3 videos and 3 audios", { prompt: "a", seconds: 5, videos: links(3), audios: links(3, "a.mp3") }],
    ],
    refuses: [
      ["too short", { prompt: "a", seconds: 4 }, "seconds"],
      ["too long", { prompt: "a", seconds: 16 }, "seconds"],
      ["another resolution", { prompt: "a", seconds: 5, resolution: "480p" }, "resolution"],
      ["a ratio of S5 only", { prompt: "a", seconds: 5, aspect_ratio: "3:4" }, "aspect_ratio"],
      ["10 images", { prompt: "a", seconds: 5, images: links(10) }, "images"],
      ["4 videos", { prompt: "a", seconds: 5, videos: links(4) }, "videos"],
      ["4 audios", { prompt: "a", seconds: 5, audios: links(4, "a.mp3") }, "audios"],
      [
        "audio that is no MP3",
        { prompt: "a", seconds: 5, audios: [{ url: "https://media.test/a.wav" }] },
        "audios[0].url",
      ],
      ["a prompt too long", { prompt: words(2001), seconds: 5 }, "prompt"],
    ],
  },
  {
    row: "row 10",
    model: "sd2.0(fast原生过真人933/720P)",
    accepts: [
      ["the shortest", { prompt: words(2000), seconds: 4, resolution: "720p", aspect_ratio: "16:9" }],
      [
        "the longest",
        { prompt: "a", seconds: 15, images: [{ url: PNG }], videos: links(3), audios: links(3, "a.mp3") },
      ],
      ["9 images", { prompt: "a", seconds: 4, images: links(9) }],
    ],
    refuses: [
      ["too short", { prompt: "a", seconds: 3 }, "seconds"],
      ["too long", { prompt: "a", seconds: 16 }, "seconds"],
      ["another resolution", { prompt: "a", seconds: 4, resolution: "720P" }, "resolution"],
      ["a ratio of S5 only", { prompt: "a", seconds: 4, aspect_ratio: "4:3" }, "aspect_ratio"],
      ["10 images", { prompt: "a", seconds: 4, images: links(10) }, "images"],
      ["4 videos", { prompt: "a", seconds: 4, videos: links(4) }, "videos"],
      ["4 audios", { prompt: "a", seconds: 4, audios: links(4, "a.mp3") }, "audios"],
      ["a prompt too long", { prompt: words(2001), seconds: 4 }, "prompt"],
    ],
  },
  {
    row: "row 11",
    model: "sd2.0(mini9图3音频)",
    accepts: [
      ["its bounds", { prompt: words(2000), seconds: 12, resolution: "480p", aspect_ratio: "16:9" }],
      [
        "its other bounds",
        { prompt: "a", seconds: 15, resolution: "720p", images: links(9), audios: links(3, "a.mp3") },
      ],
    ],
    refuses: [
      ["too short", { prompt: "a", seconds: 11 }, "seconds"],
      ["too long", { prompt: "a", seconds: 16 }, "seconds"],
      ["another resolution", { prompt: "a", seconds: 12, resolution: "768p" }, "resolution"],
      ["videos", { prompt: "a", seconds: 12, videos: [] }, "videos"],
      ["10 images", { prompt: "a", seconds: 12, images: links(10) }, "images"],
      ["4 audios", { prompt: "a", seconds: 12, audios: links(4, "a.mp3") }, "audios"],
      ["a ratio of S5 only", { prompt: "a", seconds: 12, aspect_ratio: "4:3" }, "aspect_ratio"],
      ["a prompt too long", { prompt: words(2001), seconds: 12 }, "prompt"],
    ],
  },
  {
    row: "row 12",
    model: "sd2.5(30图10音)",
    accepts: [
      ["its bounds", { prompt: words(2000), seconds: 4, resolution: "480p", aspect_ratio: "1:1" }],
      [
        "its other bounds",
        { prompt: "a", seconds: 30, resolution: "720p", images: links(30), audios: links(10, "a.mp3") },
      ],
    ],
    refuses: [
      ["too short", { prompt: "a", seconds: 3 }, "seconds"],
      ["too long", { prompt: "a", seconds: 31 }, "seconds"],
      ["another resolution", { prompt: "a", seconds: 4, resolution: "1080p" }, "resolution"],
      ["31 images", { prompt: "a", seconds: 4, images: links(31) }, "images"],
      ["11 audios", { prompt: "a", seconds: 4, audios: links(11, "a.mp3") }, "audios"],
      ["videos", { prompt: "a", seconds: 4, videos: [] }, "videos"],
      ["another ratio", { prompt: "a", seconds: 4, aspect_ratio: "21:9" }, "aspect_ratio"],
      ["face", { prompt: "a", seconds: 4, face: true }, "face"],
      ["a prompt too long", { prompt: words(2001), seconds: 4 }, "prompt"],
    ],
  },
  {
    row: "row 13",
    model: "sd2.5(10参考图10音频)",
    accepts: [
      ["its bounds", { prompt: words(2000), seconds: 4, resolution: "480p", aspect_ratio: "9:16" }],
      [
        "its other bounds",
        { prompt: "a", seconds: 30, resolution: "720p", images: links(10), audios: links(10, "a.mp3") },
      ],
    ],
    refuses: [
      ["too short", { prompt: "a", seconds: 3 }, "seconds"],
      ["too long", { prompt: "a", seconds: 31 }, "seconds"],
      ["another resolution", { prompt: "a", seconds: 4, resolution: "2k" }, "resolution"],
      ["11 images", { prompt: "a", seconds: 4, images: links(11) }, "images"],
      ["11 audios", { prompt: "a", seconds: 4, audios: links(11, "a.mp3") }, "audios"],
      ["videos", { prompt: "a", seconds: 4, videos: [] }, "videos"],
      ["another ratio", { prompt: "a", seconds: 4, aspect_ratio: "4:3" }, "aspect_ratio"],
      ["a prompt too long", { prompt: words(2001), seconds: 4 }, "prompt"],
    ],
  },
  {
    row: "row 14",
    model: "sd2.5(9参考图)",
    accepts: [
      ["its bounds", { prompt: words(2000), seconds: 4, resolution: "480p", aspect_ratio: "16:9" }],
      ["its other bounds", { prompt: "a", seconds: 30, resolution: "720p", images: links(9) }],
    ],
    refuses: [
      ["too short", { prompt: "a", seconds: 3 }, "seconds"],
      ["too long", { prompt: "a", seconds: 31 }, "seconds"],
      ["another resolution", { prompt: "a", seconds: 4, resolution: "1080p" }, "resolution"],
      ["10 images", { prompt: "a", seconds: 4, images: links(10) }, "images"],
      ["videos", { prompt: "a", seconds: 4, videos: [] }, "videos"],
      ["audios", { prompt: "a", seconds: 4, audios: [] }, "audios"],
      ["another ratio", { prompt: "a", seconds: 4, aspect_ratio: "3:4" }, "aspect_ratio"],
      ["a prompt too long", { prompt: words(2001), seconds: 4 }, "prompt"],
    ],
  },
  {
    row: "row 15",
    model: "sd2.0(满血933过人脸720P)",
    accepts: [
      ["5 seconds", { prompt: words(2000), seconds: 5, resolution: "720p" }],
      ["10 seconds", { prompt: "a", seconds: 10, images: links(9) }],
      ["15 seconds", { prompt: "a", seconds: "15", videos: [MP4, { url: MP4, seconds: 5 }, MP4] }],
    ],
    refuses: [
      ["a shorter length", { prompt: "a", seconds: 4 }, "seconds"],
      ["a length in between", { prompt: "a", seconds: 6 }, "seconds"],
      ["a longer length in between", { prompt: "a", seconds: 12 }, "seconds"],
      ["a longer one", { prompt: "a", seconds: 20 }, "seconds"],
      ["another resolution", { prompt: "a", seconds: 5, resolution: "480p" }, "resolution"],
      ["10 images", { prompt: "a", seconds: 5, images: links(10) }, "images"],
      ["4 videos", { prompt: "a", seconds: 5, videos: links(4) }, "videos"],
      ["audios, which are not shown", { prompt: "a", seconds: 5, audios: [MP3] }, "audios"],
      ["a ratio, which is not shown", { prompt: "a", seconds: 5, aspect_ratio: "16:9" }, "aspect_ratio"],
      ["a prompt too long", { prompt: words(2001), seconds: 5 }, "prompt"],
    ],
  },
];
