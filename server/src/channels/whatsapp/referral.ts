import type { MessageReferral, ReferralKind } from '@balcao/shared/features/messages/referral.ts';
import { isJidGroup, type proto, type WAMessage } from '@whiskeysockets/baileys';
import { appOfLink, referralOfDraft } from '../referral-parts.ts';
import { unwrap } from './wrappers.ts';

/** WhatsApp's names of the ways into a chat; null for those that say nothing of where somebody knows us from. */
const WAYS: Record<string, ReferralKind | null> = {
  // `wa.me/<number>`, and `wa.me/message/<code>`.
  click_to_chat_link: 'link',
  message_short_link: 'link',
  qr_code: 'qrCode',
  custom_qr_code_link: 'qrCode',
  biz_profile: 'profile',
  catalog_link: 'catalogue',
  product_link: 'catalogue',
  phone_number_hyperlink: 'number',
  global_search_new_chat: 'search',
  status: 'status',
  group_participant_list: 'group',
  contact_card: null,
  contact_search: null,
  broadcast_list_context_menu: null,
  unknown: null,
};
const ADS = ['ctwa_ad', 'ctwa'];

/** A phone goes on for days to tell the way beside everything that is written. */
const MAX_DELAY_S = 3_600;
const STATUS = 'status@broadcast';

/**
 * What led the author to us, as their phone tells. A preview of a link looks like an advertisement: bots show any link as
 * `externalAdReply`, also with `showAdAttribution`. So one counts where Meta's own marks stand beside it: its entry point,
 * its conversion, or a kind of source with an id.
 */
export function referralOf({ key, message: outer }: WAMessage): MessageReferral | null {
  const { message } = unwrap(outer);
  const context = contextInfoOf(message);
  if (!context || key.fromMe || isJidGroup(key.remoteJid ?? undefined)) return null;
  // What is handed on, and an answer to a status, carry the advertisement of another time.
  if (context.isForwarded) return null;
  if (context.remoteJid === STATUS)
    return context.entryPointConversionSource === 'status' ? wayOf(context) : null;
  const { entryPointConversionSource: entryPoint, entryPointConversionApp: app } = context;
  const ad = context.externalAdReply ?? {};
  const kind = kindOf(context, ad);
  if (kind)
    return referralOfDraft(kind, {
      title: ad.title,
      text: ad.body,
      url: ad.sourceUrl,
      picture: ad.thumbnail,
      sourceId: ad.sourceId,
      clickId: ad.ctwaClid,
      app: ad.sourceApp || app || appOfLink(ad.sourceUrl),
      entryPoint,
    });
  return wayOf(context);
}

/** A way whose name nobody here knows keeps it. */
function wayOf(context: proto.IContextInfo): MessageReferral | null {
  const { entryPointConversionSource: entryPoint, entryPointConversionApp: app, utm } = context;
  const name = entryPoint?.trim() ?? '';
  const kind = Object.hasOwn(WAYS, name) ? WAYS[name] : 'other';
  if (!name || !kind || (context.entryPointConversionDelaySeconds ?? 0) > MAX_DELAY_S) return null;
  return referralOfDraft(kind, {
    sourceId: kind === 'other' ? name : utm?.utmCampaign,
    app: app || utm?.utmSource || context.entryPointConversionExternalSource,
    entryPoint,
  });
}

export function contextInfoOf(message: proto.IMessage): proto.IContextInfo | null | undefined {
  const parts: ({ contextInfo?: proto.IContextInfo | null } | null | undefined)[] = Object.values(message);
  return parts.find((part) => part?.contextInfo)?.contextInfo;
}

function kindOf(
  { entryPointConversionSource: entryPoint, conversionSource, ctwaPayload }: proto.IContextInfo,
  { sourceType, sourceId, ctwaClid }: proto.ContextInfo.IExternalAdReplyInfo,
): 'ad' | 'post' | null {
  const type = sourceType === 'ad' || sourceType === 'post' ? sourceType : null;
  const isMarked =
    ADS.includes(entryPoint ?? '') ||
    conversionSource === 'FB_Ads' ||
    conversionSource === 'FB_Post' ||
    // Sealed for Meta: it is all that some advertisements bring.
    Boolean(ctwaPayload?.length);
  if (!isMarked && !(type && (sourceId || ctwaClid))) return null;
  return type ?? (conversionSource === 'FB_Post' ? 'post' : 'ad');
}
