import { createRandom } from "../scenery/random.ts";

/** Samples per second, as players expect in a video. */
export const SOUND_RATE = 48_000;
export const SOUND_CHANNELS = 2;

/** A pentatonic scale in semitones: any of its notes sound well together. */
const SCALE = [0, 2, 4, 7, 9, 12, 14, 16] as const;
/** Semitones above the root of the three alternating chords. */
const CHORDS = [
  [0, 7, 16],
  [-3, 4, 12],
  [-5, 2, 11],
] as const;
const CHORD_SECONDS = 4;
const NOTE_SECONDS = 0.8;
/** The peak loudness, of 1: background, not foreground. */
const LOUDNESS = 0.16;

/**
 * The quiet music of a clip: a slowly swelling chord, and a plucked note now and then. Float samples, left and right
 * interleaved, `frames` of each. The seed decides root and tune.
 */
export function composeSound(seed: number, frames: number): Float32Array {
  const random = createRandom(seed ^ 0x5bd1e995);
  const root = 110 * 2 ** (random.whole(0, 7) / 12);
  const left = new Float32Array(frames);
  const right = new Float32Array(frames);
  for (let start = 0, chord = 0; start < frames; start += CHORD_SECONDS * SOUND_RATE, chord += 1) {
    for (const [voice, semitones] of (CHORDS[chord % CHORDS.length] ?? CHORDS[0]).entries()) {
      const pitch = root * 2 ** (semitones / 12);
      swell(left, start, pitch * 0.9985, voice);
      swell(right, start, pitch * 1.0015, voice);
    }
  }
  for (let start = 0; start < frames; start += NOTE_SECONDS * SOUND_RATE) {
    if (!random.chance(0.6)) continue;
    const pitch = root * 4 * 2 ** (random.pick(SCALE) / 12);
    const side = random.between(0.25, 0.75);
    pluck(left, start, pitch, 1 - side);
    pluck(right, start, pitch, side);
  }
  return joined(left, right, frames);
}

/** One voice of a chord: it swells and fades, and overlaps with the next. */
function swell(samples: Float32Array, start: number, pitch: number, voice: number): void {
  const length = CHORD_SECONDS * SOUND_RATE * 1.35;
  const step = (Math.PI * 2 * pitch) / SOUND_RATE;
  for (let index = 0; index < length && start + index < samples.length; index += 1) {
    const shape = Math.sin((Math.PI * index) / length) ** 1.5;
    const tone = Math.sin(step * index) + 0.28 * Math.sin(2 * step * index) + 0.08 * Math.sin(3 * step * index);
    samples[start + index] = (samples[start + index] ?? 0) + shape * tone * (0.5 - 0.1 * voice);
  }
}

function pluck(samples: Float32Array, start: number, pitch: number, loud: number): void {
  const length = SOUND_RATE * 1.6;
  const step = (Math.PI * 2 * pitch) / SOUND_RATE;
  for (let index = 0; index < length && start + index < samples.length; index += 1) {
    const shape = Math.min(1, index / 240) * Math.exp((-3.4 * index) / SOUND_RATE);
    samples[start + index] = (samples[start + index] ?? 0) + shape * Math.sin(step * index) * loud * 0.55;
  }
}

/** Both channels interleaved, at the right loudness, faded in and out. */
function joined(left: Float32Array, right: Float32Array, frames: number): Float32Array {
  let peak = 1e-6;
  for (const side of [left, right]) for (const sample of side) peak = Math.max(peak, Math.abs(sample));
  const fade = Math.min(frames / 2, SOUND_RATE * 0.6);
  const sound = new Float32Array(frames * SOUND_CHANNELS);
  for (let index = 0; index < frames; index += 1) {
    const gain = (LOUDNESS / peak) * Math.min(1, index / fade, (frames - 1 - index) / fade);
    sound[index * 2] = (left[index] ?? 0) * gain;
    sound[index * 2 + 1] = (right[index] ?? 0) * gain;
  }
  return sound;
}
