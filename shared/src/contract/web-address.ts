import { z } from 'zod';

const ADDRESS = z.url({ protocol: /^https?$/ });
/** A secret does not belong into an address, which is shown and logged. */
const HOST_ALONE = /^https?:\/\/[^/?#\\@]+(?:[/?#]|$)/i;

/** Whether a typed text is an address that programs can be asked at: `https://n8n.example.com/webhook/1`. */
export const isWebAddress = (text: string): boolean =>
  HOST_ALONE.test(text) && ADDRESS.safeParse(text).success;
