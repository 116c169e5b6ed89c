import type { MessageReferral } from '@balcao/shared/features/messages/referral.ts';
import { isJidGroup, type proto, type WAMessage } from '@whiskeysockets/baileys';
import { appOfLink, referralOfDraft } from '../referral-parts.ts';
import { unwrap } from './wrappers.ts';

/** Links that lead from outside WhatsApp into a chat: `wa.me/<number>`, and `wa.me/message/<code>`. */
const LINKS = ['click_to_chat_link', 'message_short_link'];

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
  if (context.isForwarded || context.remoteJid === 'status@broadcast') return null;
  const { entryPointConversionSource: entryPoint, entryPointConversionApp: app, utm } = context;
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
  if (!LINKS.includes(entryPoint ?? '')) return null;
  return referralOfDraft('link', { sourceId: utm?.utmCampaign, app: app || utm?.utmSource, entryPoint });
}

export function contextInfoOf(message: proto.IMessage): proto.IContextInfo | null | undefined {
  const parts: ({ contextInfo?: proto.IContextInfo | null } | null | undefined)[] = Object.values(message);
  return parts.find((part) => part?.contextInfo)?.contextInfo;
}

function kindOf(
  { entryPointConversionSource: entryPoint, conversionSource }: proto.IContextInfo,
  { sourceType, sourceId, ctwaClid }: proto.ContextInfo.IExternalAdReplyInfo,
): 'ad' | 'post' | null {
  const type = sourceType === 'ad' || sourceType === 'post' ? sourceType : null;
  const isMarked =
    entryPoint === 'ctwa_ad' || conversionSource === 'FB_Ads' || conversionSource === 'FB_Post';
  if (!isMarked && !(type && (sourceId || ctwaClid))) return null;
  return type ?? (conversionSource === 'FB_Post' ? 'post' : 'ad');
}
