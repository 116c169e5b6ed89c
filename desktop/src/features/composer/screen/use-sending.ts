import { FILES_AT_ONCE, type OutgoingFileItem } from '@balcao/shared/features/composer/bridge.ts';
import { mediaKind } from '@balcao/shared/features/media/media-kind.ts';
import { envelopeOf, type MailDraft } from '@balcao/shared/features/messages/mail-envelope.ts';
import { useState } from 'react';
import { v7 as uuidv7 } from 'uuid';
import { useBridge } from '../../../renderer/kit/bridge-context.tsx';
import { showToast, useErrorToast } from '../../../renderer/kit/toasts.tsx';
import { untilAnswered } from '../../../renderer/kit/until-answered.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import type { DraftKeeper } from './draft-keeper.ts';
import { kept } from './use-draft.ts';

/** Sends the message or keeps the note; the field is free at once. What is refused comes back into it. */
export function useSending(
  ticketId: number,
  userId: number,
  keeper: DraftKeeper,
  limit: number,
  { fill, namedIn, isMail }: { fill(text: string): string; namedIn(note: string): number[]; isMail: boolean },
) {
  const bridge = useBridge();
  const toastError = useErrorToast();
  const { t } = useTexts();
  const [sending, setSending] = useState(false);

  const sendMessage = () =>
    keeper.send('message', ({ body, files, quotedMsgId, mail }) => {
      const message = { ticketId, userId, quotedMsgId, messages: numbered(body.trim(), files, mail) };
      return ({ base, draft }) =>
        untilAnswered(() =>
          bridge.invoke('composer.send', { ...message, base: kept(base), draft: kept(draft) }),
        );
    });

  /** An agent who types a variable means its value; `FilledText` has shown it. */
  const numbered = (text: string, files: readonly OutgoingFileItem[], mail: MailDraft | null) => {
    const messages = isMail ? mailOf(text, files) : messagesOf(text, files);
    const said = messages.map((message) => ({ ...message, id: uuidv7(), body: fill(message.body) }));
    const words = said.at(-1);
    if (!isMail || !words) return said;
    const envelope = mail && envelopeOf(mail);
    return said.map((message) => {
      if (message !== words) return { ...message, mailOf: words.id };
      return envelope ? { ...message, mail: envelope } : message;
    });
  };

  const keepNote = () =>
    keeper.send('note', ({ note }) => {
      const added = { id: uuidv7(), ticketId, userId, body: note.trim(), mentionedIds: namedIn(note) };
      return ({ base, draft }) =>
        untilAnswered(() =>
          bridge.invoke('composer.keepNote', { ...added, base: kept(base), draft: kept(draft) }),
        );
    });

  return {
    sending,
    send: async () => {
      const { mode, note, body, files, mail } = keeper.current();
      const text = mode === 'note' ? note : fill(body);
      if (text.length > limit || (text.trim() === '' && (mode === 'note' || files.length === 0))) return;
      if (mode === 'message' && files.length > FILES_AT_ONCE)
        return showToast(t('composer:files.tooMany', { limit: FILES_AT_ONCE }), { color: 'red' });
      if (mode === 'message' && isMail && mail && !envelopeOf(mail))
        return showToast(t('composer:mail.wrong'), { color: 'red' });
      setSending(files.length > 0);
      try {
        await (mode === 'note' ? keepNote() : sendMessage());
      } catch (error) {
        toastError(error);
      } finally {
        setSending(false);
      }
    },
  };
}

/**
 * The text is the caption of the first file that can have one and has none of its own; where there is no such file it
 * goes before them.
 */
export function messagesOf(
  text: string,
  files: readonly Pick<OutgoingFileItem, 'mediaId' | 'mime' | 'caption'>[],
): { body: string; mediaId: string | null }[] {
  const first = files.find(({ mime, caption }) => mediaKind(mime) !== 'audio' && caption.trim() === '');
  const captioned = files.map((file) => ({
    mediaId: file.mediaId,
    body: file === first ? text : file.caption.trim(),
  }));
  return text === '' || first ? captioned : [{ body: text, mediaId: null }, ...captioned];
}

/** A mail takes all of its files along. They come first: it leaves with the last of these, which are its words if it has any. */
export function mailOf(
  text: string,
  files: readonly Pick<OutgoingFileItem, 'mediaId' | 'caption'>[],
): { body: string; mediaId: string | null }[] {
  const captioned = files.map(({ mediaId, caption }) => ({ mediaId, body: caption.trim() }));
  return text === '' ? captioned : [...captioned, { body: text, mediaId: null }];
}
