/** The step in seconds when seeking the next frame. It skips no frame at up to 60 frames per second. */
const STRIDE_S = 1 / 60;
/** After this many steps without a new frame, the clip has shown one frame for a second: give up. */
const MOST_STRIDES = 60;
/** How far before the start of a frame to seek, in seconds, to show the previous one. */
const BEFORE_S = 0.001;
/** The most repaints to wait for until the sought frame is visible. */
const DRAWINGS = 4;

/** Steps through a clip. Browsers don't report the frame rate, but do report when the current frame begins. */
export interface FrameSteps {
  /** Pauses, and shows the next (1) or previous (-1) frame. While a step runs, only the last of further steps is kept. */
  step(by: 1 | -1): void;
  /** Call when the clip is taken off the page. */
  stop(): void;
}

export function createFrameSteps(video: HTMLVideoElement): FrameSteps {
  /** When the current frame begins, in seconds of the clip. Undefined in browsers that don't report it. */
  let begins: number | undefined;
  /** How many frames the browser has shown. */
  let shown = 0;
  let isStepping = false;
  let next: 1 | -1 | undefined;
  let request = 0;
  const canTell = "requestVideoFrameCallback" in video;
  const note = (_now: number, { mediaTime }: VideoFrameCallbackMetadata): void => {
    begins = mediaTime;
    shown += 1;
    request = video.requestVideoFrameCallback(note);
  };
  if (canTell) request = video.requestVideoFrameCallback(note);

  const seek = async (seconds: number): Promise<void> => {
    const seen = shown;
    const found = new Promise((resolve) => {
      video.addEventListener("seeked", resolve, { once: true });
    });
    video.currentTime = seconds;
    await found;
    for (let left = DRAWINGS; left > 0; left -= 1) {
      if (shown > seen) return;
      await drawing();
    }
  };
  const stepTo = async (by: 1 | -1): Promise<void> => {
    // Before the length is known, the browser doesn't seek, and the end of a seek would never be reported.
    if (video.readyState === HTMLMediaElement.HAVE_NOTHING) return;
    video.pause();
    const from = begins ?? video.currentTime;
    if (by < 0) return seek(Math.max(0, from - (canTell ? BEFORE_S : STRIDE_S)));
    for (let stride = 1; stride <= MOST_STRIDES && from + stride * STRIDE_S < video.duration; stride += 1) {
      await seek(from + stride * STRIDE_S);
      if (begins !== from) return;
    }
  };

  const stepOn = async (by: 1 | -1): Promise<void> => {
    isStepping = true;
    for (let now: typeof next = by; now; [now, next] = [next, undefined]) await stepTo(now);
    isStepping = false;
  };

  return {
    step(by) {
      if (isStepping) next = by;
      else void stepOn(by);
    },
    stop() {
      if (canTell) video.cancelVideoFrameCallback(request);
    },
  };
}

function drawing(): Promise<unknown> {
  return new Promise((resolve) => {
    requestAnimationFrame(resolve);
  });
}
