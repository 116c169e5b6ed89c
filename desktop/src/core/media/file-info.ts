import { z } from 'zod';

const recording = z.object({
  /** Whole, at least 1. */
  seconds: z.int(),
  /** 64 bytes in base64, each the loudness of its part from 0 to 100. */
  waveform: z.string(),
});
export type Recording = z.output<typeof recording>;

/** What `<id>.json` says of a file. */
export const sidecar = z.object({
  mime: z.string(),
  name: z.string(),
  pinned: z.boolean(),
  recording: recording.nullable().default(null),
});
export type FileInfo = z.input<typeof sidecar>;
