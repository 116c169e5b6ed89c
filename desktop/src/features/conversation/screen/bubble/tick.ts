import type { MessageItem } from '@balcao/shared/features/messages/item.ts';
import { ACK, isLocal } from '@balcao/shared/features/messages/row.ts';

/** The delivery state of an own message, as in WhatsApp. */
export type Tick = 'clock' | 'sent' | 'delivered' | 'read' | 'failed';

/** A note has arrived as soon as the server has it; until then it shows as waiting like any message. */
export const hasTicks = ({ fromMe, mediaType, delivery }: MessageItem): boolean =>
  fromMe && (!isLocal(mediaType) || delivery !== 'accepted');

export function tickOf({ delivery, ack }: Pick<MessageItem, 'delivery' | 'ack'>): Tick {
  if (delivery === 'failed') return 'failed';
  if (delivery === 'queued') return 'clock';
  if (ack === ACK.error) return 'failed';
  if (ack >= ACK.read) return 'read';
  if (ack === ACK.delivered) return 'delivered';
  return ack === ACK.server ? 'sent' : 'clock';
}
