import type { MessageCard } from '@balcao/shared/features/messages/card.ts';
import type { proto } from '@whiskeysockets/baileys';
import { cardOfDraft } from '../../card-parts.ts';

/** A sticker, alone or in the envelope of those that move. */
export const stickerOf = ({
  stickerMessage,
  lottieStickerMessage,
}: proto.IMessage): proto.Message.IStickerMessage | null | undefined =>
  stickerMessage ?? lottieStickerMessage?.message?.stickerMessage;

/** Whether its file is no picture but a program that draws one (a Lottie animation in a ZIP). */
export const isDrawn = ({ isLottie, mimetype, mediaKey }: proto.Message.IStickerMessage): boolean =>
  isLottie === true || mimetype === 'application/was' || !mediaKey?.length;

/** What a sticker that cannot be shown says for those who do not see it, mostly its emoji. */
export function stickerCard(message: proto.IMessage): MessageCard | null {
  const sticker = stickerOf(message);
  if (!message.lottieStickerMessage && !(sticker && isDrawn(sticker))) return null;
  return cardOfDraft('animatedSticker', { text: sticker?.accessibilityLabel });
}
