import { links, MP3, MP4, PNG, type VideoFixture } from "./video-fixture.ts";

const CLIP = { url: MP4, duration: 5 };

/** "Create request, `-480p/-720p/-1080p` family", field by field, and names without a documented shape; by hand. */
export const SUFFIX_ROWS: readonly VideoFixture[] = [
  {
    row: "family, video series",
    model: "gamma3.0-video-480p",
    accepts: [
      ["the shortest", { prompt: "a", seconds: "2" }],
      ["the longest", { prompt: "a", seconds: "30" }],
      ["a prompt of any length", { prompt: "a".repeat(50_000), seconds: "2" }],
      ["a duration that agrees", { prompt: "a", seconds: "10", duration: 10 }],
      ["aspect_ratio adaptive", { prompt: "a", seconds: "2", aspect_ratio: "adaptive" }],
      ["aspect_ratio 1:1", { prompt: "a", seconds: "2", aspect_ratio: "1:1" }],
      ["10 reference_images", { prompt: "a", seconds: "2", reference_images: links(10).map((url) => ({ url })) }],
      [
        "every role",
        {
          prompt: "a",
          seconds: "2",
          reference_images: [
            { url: PNG, role: "first_frame" },
            { url: PNG, role: "last_frame" },
            { url: PNG, role: "reference_image" },
          ],
        },
      ],
      ["reference_videos by duration", { prompt: "a", seconds: "2", reference_videos: [CLIP] }],
      ["reference_videos by seconds", { prompt: "a", seconds: "2", reference_videos: [{ url: MP4, seconds: 5 }] }],
      ["reference_audios", { prompt: "a", seconds: "2", reference_audios: [{ url: MP3 }] }],
      ["compatibility fields", { prompt: "a", seconds: "2", size: "1280x720", resolution: "1080p" }],
      [
        "input.media",
        {
          prompt: "a",
          seconds: "2",
          input: {
            media: [
              { type: "first_frame", url: PNG },
              { type: "last_frame", url: PNG },
              { type: "reference_image", url: PNG },
              { type: "reference_audio", url: MP3 },
              { type: "reference_video", url: MP4, duration: 5 },
            ],
          },
        },
      ],
    ],
    refuses: [
      ["a number of seconds", { prompt: "a", seconds: 10 }, "seconds"],
      ["too short", { prompt: "a", seconds: "1" }, "seconds"],
      ["too long", { prompt: "a", seconds: "31" }, "seconds"],
      ["no integer", { prompt: "a", seconds: "2.5" }, "seconds"],
      ["no length", { prompt: "a" }, "seconds"],
      ["a duration that conflicts", { prompt: "a", seconds: "10", duration: 11 }, "duration"],
      ["no prompt", { seconds: "10" }, "prompt"],
      ["another ratio", { prompt: "a", seconds: "2", aspect_ratio: "4:3" }, "aspect_ratio"],
      [
        "11 reference_images",
        { prompt: "a", seconds: "2", reference_images: links(11).map((url) => ({ url })) },
        "reference_images",
      ],
      ["an image as string", { prompt: "a", seconds: "2", reference_images: [PNG] }, "reference_images[0]"],
      [
        "another role",
        { prompt: "a", seconds: "2", reference_images: [{ url: PNG, role: "mask" }] },
        "reference_images[0].role",
      ],
      [
        "a video without length",
        { prompt: "a", seconds: "2", reference_videos: [{ url: MP4 }] },
        "reference_videos[0].duration",
      ],
      [
        "a video with half a second",
        { prompt: "a", seconds: "2", reference_videos: [{ url: MP4, duration: 4.5 }] },
        "reference_videos[0].duration",
      ],
      [
        "a video with two lengths",
        { prompt: "a", seconds: "2", reference_videos: [{ ...CLIP, seconds: 6 }] },
        "reference_videos[0].duration",
      ],
      [
        "audio that is no MP3",
        { prompt: "a", seconds: "2", reference_audios: [{ url: "https://media.test/a.wav" }] },
        "reference_audios[0].url",
      ],
      ["a canonical field", { prompt: "a", seconds: "2", images: [PNG] }, "images"],
      [
        "a video in two fields",
        {
          prompt: "a",
          seconds: "2",
          reference_videos: [CLIP],
          input: { media: [{ type: "reference_video", url: MP4 }] },
        },
        "input.media[0]",
      ],
      [
        "another type in input.media",
        { prompt: "a", seconds: "2", input: { media: [{ type: "mask", url: PNG }] } },
        "input.media[0].type",
      ],
      [
        "an image too many in input.media",
        {
          prompt: "a",
          seconds: "2",
          reference_images: links(10).map((url) => ({ url })),
          input: { media: [{ type: "first_frame", url: PNG }] },
        },
        "input.media",
      ],
      ["another field of input", { prompt: "a", seconds: "2", input: { prompt: "a" } }, "input.prompt"],
    ],
  },
  {
    row: "family, another tier",
    model: "gamma3.0-video-720p",
    accepts: [
      ["the shortest", { prompt: "a", seconds: "2" }],
      ["a video", { prompt: "a", seconds: "30", reference_videos: [CLIP] }],
    ],
    refuses: [
      ["too short", { prompt: "a", seconds: "1" }, "seconds"],
      ["too long", { prompt: "a", seconds: "31" }, "seconds"],
    ],
  },
  {
    row: "family, image series",
    model: "gamma3.0-image-480p",
    accepts: [
      ["words", { prompt: "a", seconds: "10" }],
      ["a prompt above 2,000 characters", { prompt: "a".repeat(2_001), seconds: "10" }],
      [
        "images and sound",
        { prompt: "a", seconds: "10", reference_images: [{ url: PNG }], reference_audios: [{ url: MP3 }] },
      ],
    ],
    refuses: [
      ["reference_videos", { prompt: "a", seconds: "10", reference_videos: [CLIP] }, "reference_videos"],
      [
        "a video in input.media",
        { prompt: "a", seconds: "10", input: { media: [{ type: "reference_video", url: MP4 }] } },
        "input.media",
      ],
    ],
  },
  {
    row: "family, a name that is not shown",
    model: "delta9-video-1080p",
    accepts: [
      ["words", { prompt: "a", seconds: "30", aspect_ratio: "9:16" }],
      ["a prompt above 2,000 characters", { prompt: "a".repeat(2_001), seconds: "30" }],
    ],
    refuses: [
      ["a number of seconds", { prompt: "a", seconds: 30 }, "seconds"],
      ["an empty prompt", { prompt: "", seconds: "30" }, "prompt"],
    ],
  },
  {
    row: "a model whose shape is not shown",
    model: "epsilon-1",
    accepts: [
      ["the common fields", { prompt: "a", seconds: 7 }],
      ["an integer string", { prompt: "a", seconds: "7" }],
      ["a prompt above 2,000 characters", { prompt: "a".repeat(2_001), seconds: 7 }],
    ],
    refuses: [
      ["no seconds at all", { prompt: "a", seconds: 0 }, "seconds"],
      ["images", { prompt: "a", seconds: 7, images: [] }, "images"],
      ["a resolution", { prompt: "a", seconds: 7, resolution: "720p" }, "resolution"],
    ],
  },
];
