import type { Webhooks } from '../platform/webhook.ts';
import { cloudWebhook } from './whatsapp-cloud/webhook.ts';

/** Every kind that calls us. What it says is read by its session (`readNotice`). */
export const WEBHOOKS: Webhooks = {
  whatsapp_cloud: cloudWebhook,
  // The hub signs nothing: its address is the secret, and its notices name the channel.
  hub: { isGenuine: () => true },
};
