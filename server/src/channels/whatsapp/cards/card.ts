import type { MessageCard } from '@balcao/shared/features/messages/card.ts';
import type { proto } from '@whiskeysockets/baileys';
import { businessCard } from './business.ts';
import { occasionCard } from './occasions.ts';
import { orderCard } from './orders.ts';
import { paymentCard } from './payments.ts';

/** What a message shows besides plain words and files; null for every other kind. */
export const cardOf = (message: proto.IMessage): MessageCard | null =>
  businessCard(message) ?? orderCard(message) ?? paymentCard(message) ?? occasionCard(message);
