import { z } from 'zod';
import { route } from '../../contract/call.ts';
import { idText, instant } from '../../contract/fields.ts';
import { banRiskFacts, banRiskResult } from './rules.ts';

/** How near a number is to being restricted by WhatsApp, and the conversations that it begins. */

const params = z.object({ whatsappId: idText });
const errors = ['ERR_NO_WAPP_FOUND'] as const;

/** When a conversation may begin that is within the budget of new ones; null: now. Only campaigns wait for it. */
const freesAt = instant.nullable();

const banRiskView = banRiskResult.extend({ facts: banRiskFacts, freesAt });
export type BanRiskView = z.output<typeof banRiskView>;

export const getBanRisk = route({
  method: 'GET',
  path: '/whatsapp/:whatsappId/ban-risk',
  access: 'campaigns:manage',
  screen: true,
  params,
  response: banRiskView,
  errors,
});

const newChatsView = z.object({ freesAt });
export type NewChatsView = z.output<typeof newChatsView>;

/** For whoever is about to begin one. */
export const getNewChats = route({
  method: 'GET',
  path: '/whatsapp/:whatsappId/new-chats',
  access: 'session',
  screen: true,
  params,
  response: newChatsView,
  errors,
});
