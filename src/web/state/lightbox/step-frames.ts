/** How far a search for the next frame goes at a time, in seconds: no frame of a clip with up to 60 a second is skipped. */
const STRIDE_S = 1 / 60;
/** After this many strides, the clip shows the same frame for a second. */
const MOST_STRIDES = 60;
/** Just before a frame begins, in seconds, the previous one is shown. */
const BEFORE_S = 0.001;
/** How many times the page is drawn until a sought frame is on it. */
const DRAWINGS = 4;

/** Steps through a clip. A browser knows no frame rate, but says when the frame on the page begins. */
export interface FrameSteps {
  /** Pauses, and shows the next (1) or previous (-1) frame. Of several steps during another one, only the last is made. */
  step(by: 1 | -1): void;
  /** Call when the clip is taken off the page. */
  stop(): void;
}

export function createFrameSteps(video: HTMLVideoElement): FrameSteps {
  /** When the frame on the page begins, in seconds of the clip. Undefined in browsers that don't say so. */
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
    // Nothing is sought before the clip's length is known, and the end of a seek would never come.
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
