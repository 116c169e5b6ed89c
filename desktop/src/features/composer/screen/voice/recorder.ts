/** The format from which WhatsApp's voice notes are made. */
const FORMAT = 'audio/webm;codecs=opus';
const LEVEL_EVERY_MS = 80;
/** Enough for a voice, not for music. */
const BITS_PER_SECOND = 32_000;

export interface Recording {
  webm: Blob;
  /** Loudness from 0 to 1, in equal steps. */
  levels: number[];
}

/** A microphone that is being recorded. */
export interface Recorder {
  /** Seconds so far, pauses not counted. */
  seconds(): number;
  /** Newest last; the same array grows. */
  levels: readonly number[];
  pause(): void;
  resume(): void;
  /** Ends it and lets the microphone go. */
  stop(): Promise<Recording>;
}

/**
 * @param onLost the microphone was pulled out: nothing follows, and what was recorded is there to be taken
 * @throws DOMException NotAllowedError, NotFoundError, NotReadableError
 */
export async function startRecorder(onLevel: () => void, onLost: () => void): Promise<Recorder> {
  const audio = { channelCount: 1, echoCancellation: true, noiseSuppression: true, autoGainControl: true };
  const stream = await navigator.mediaDevices.getUserMedia({ audio });
  const media = new MediaRecorder(stream, { mimeType: FORMAT, audioBitsPerSecond: BITS_PER_SECOND });
  const parts: Blob[] = [];
  media.ondataavailable = ({ data }) => parts.push(data);
  const meter = openMeter(stream);
  const watch = createStopwatch();
  const levels: number[] = [];
  const timer = setInterval(() => {
    if (media.state !== 'recording') return;
    levels.push(meter.level());
    onLevel();
  }, LEVEL_EVERY_MS);
  for (const track of stream.getTracks()) track.addEventListener('ended', onLost);
  media.start(1_000);
  watch.go();

  return {
    levels,
    seconds: () => watch.ms() / 1_000,
    pause() {
      media.pause();
      watch.halt();
    },
    resume() {
      media.resume();
      watch.go();
    },
    async stop() {
      clearInterval(timer);
      watch.halt();
      if (media.state !== 'inactive') {
        const ended = new Promise((resolve) => media.addEventListener('stop', resolve, { once: true }));
        media.stop();
        await ended;
      }
      for (const track of stream.getTracks()) track.stop();
      await meter.close();
      return { webm: new Blob(parts, { type: FORMAT }), levels };
    },
  };
}

function openMeter(stream: MediaStream) {
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  analyser.fftSize = 1024;
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  return {
    /** Root of the mean square, stretched: speech rarely goes beyond a third. */
    level() {
      analyser.getFloatTimeDomainData(samples);
      const mean = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
      return Math.min(1, Math.sqrt(mean) * 3);
    },
    close: () => context.close(),
  };
}

function createStopwatch() {
  let passed = 0;
  let since: number | null = null;
  return {
    go() {
      since ??= performance.now();
    },
    halt() {
      if (since !== null) passed += performance.now() - since;
      since = null;
    },
    ms: () => passed + (since === null ? 0 : performance.now() - since),
  };
}
