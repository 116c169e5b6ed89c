/** Speech, as this browser records it. */

/** In the order in which the server likes them. */
const TYPES = ['audio/ogg;codecs=opus', 'audio/webm;codecs=opus', 'audio/mp4'];
const ENDINGS: Record<string, string> = { 'audio/ogg': 'ogg', 'audio/webm': 'webm', 'audio/mp4': 'm4a' };

export interface Recording {
  /** When it began, by `Date.now`. */
  since: number;
  end(): Promise<{ bytes: Blob; name: string; seconds: number }>;
  discard(): void;
}

export const canRecord = (): boolean => 'MediaRecorder' in window && Boolean(navigator.mediaDevices);

/** @throws when the visitor or the page does not let it */
export async function record(): Promise<Recording> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
  const mimeType = TYPES.find((type) => MediaRecorder.isTypeSupported(type));
  const recorder = new MediaRecorder(stream, mimeType ? { mimeType } : {});
  const parts: Blob[] = [];
  recorder.ondataavailable = ({ data }) => parts.push(data);
  recorder.start();
  const since = Date.now();
  const stop = () => {
    recorder.stop();
    for (const track of stream.getTracks()) track.stop();
  };
  return {
    since,
    end: () =>
      new Promise((resolve) => {
        recorder.onstop = () => {
          const [type = ''] = recorder.mimeType.split(';');
          const bytes = new Blob(parts, { type });
          const seconds = Math.max(1, Math.round((Date.now() - since) / 1_000));
          resolve({ bytes, name: `voice.${ENDINGS[type] ?? 'webm'}`, seconds });
        };
        stop();
      }),
    discard: stop,
  };
}
