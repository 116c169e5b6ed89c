import type { MessageReferral } from '@balcao/shared/features/messages/referral.ts';
import { referralOfDraft } from '../channels/referral-parts.ts';

/** What the shop has put where customers see it. */
export const MACHINE_AD = referralOfDraft('ad', {
  title: 'Máquinas automáticas com 10% off',
  text: 'Café moído na hora, sem sair de casa. Fale com a gente e escolha a sua.',
  url: 'https://www.instagram.com/p/exemplo/',
  sourceId: '120226305854810726',
  clickId: 'ARAkLkA8rmlFeiCktEJQ',
  app: 'instagram',
  entryPoint: 'ctwa_ad',
});
const COURSE_AD = referralOfDraft('ad', {
  title: 'Aprenda a tirar um bom espresso',
  url: 'https://www.facebook.com/exemplo/posts/1',
  sourceId: '120226305854810811',
  app: 'facebook',
  entryPoint: 'ctwa_ad',
});
const SITE_LINK = referralOfDraft('link', {
  sourceId: 'site',
  app: 'whatsapp',
  entryPoint: 'click_to_chat_link',
});

const COUNTER_CODE = referralOfDraft('qrCode', { app: 'whatsapp', entryPoint: 'qr_code' });

/** Of seven customers one came by the first advertisement, another by one of the others. */
const BY_TURNS = [
  null,
  MACHINE_AD,
  null,
  null,
  COURSE_AD,
  null,
  null,
  null,
  MACHINE_AD,
  null,
  null,
  SITE_LINK,
  null,
  COUNTER_CODE,
];

/** What brought the customer with this number in the order of conversations; null: nothing that is known. */
export const referralOfTurn = (turn: number): MessageReferral | null =>
  BY_TURNS[turn % BY_TURNS.length] ?? null;
