import { z } from 'zod';
import { uuid } from '../../contract/fields.ts';

export const MEDIA_STATES = ['pending', 'stored', 'failed', 'gone'] as const;

export const mediaView = z.object({
  id: uuid,
  state: z.enum(MEDIA_STATES),
  mime: z.string(),
  /** Bytes; null until the file is stored or its sender has given the size. */
  size: z.int().nullable(),
  name: z.string(),
  /** Pixels, for images and videos whose size is known. */
  width: z.int().nullable(),
  height: z.int().nullable(),
  /** Whole seconds, for audio and video. */
  seconds: z.int().nullable(),
  /** Recorded as a voice note, not attached as a file. */
  voice: z.boolean(),
  /** For a voice note 64 bytes in base64, each the loudness of its part from 0 to 100; null when not measured. */
  waveform: z.string().nullable(),
});
export type MediaView = z.output<typeof mediaView>;
