import type { ChatItem } from '@balcao/shared/features/chats/bridge.ts';
import { chatLine } from '@balcao/shared/features/chats/commands.ts';
import type { ChatMessageRow } from '@balcao/shared/features/chats/row.ts';
import type { MentionItem } from '@balcao/shared/features/mentions/bridge.ts';
import { messagePreview } from '@balcao/shared/features/messages/preview.ts';
import type { MessageRow } from '@balcao/shared/features/messages/row.ts';
import type { Preview } from '@balcao/shared/features/preferences/notification-settings.ts';
import type { Language } from '@balcao/shared/text/languages.ts';
import en from '@balcao/shared/text/notify/en.json' with { type: 'json' };
import es from '@balcao/shared/text/notify/es.json' with { type: 'json' };
import pt from '@balcao/shared/text/notify/pt.json' with { type: 'json' };
import i18next from 'i18next';

/** The length a notification has room for. */
const BODY_CHARS = 200;
const NAMES = 3;

const texts = i18next.createInstance({
  resources: { pt: { notify: pt }, en: { notify: en }, es: { notify: es } },
  ns: ['notify'],
  defaultNS: 'notify',
  fallbackLng: 'pt',
  interpolation: { escapeValue: false },
  initAsync: false,
});
void texts.init();

interface Words {
  title: string;
  body: string;
}

/** The words of every notification, as much of them as may be read on this computer's screen. */
export function notificationTexts(lng: Language, preview: Preview) {
  const t = texts.getFixedT(lng);
  function listOf(names: readonly string[]): string {
    const known = names.slice(0, NAMES).join(', ');
    const count = names.length - NAMES;
    return count > 0 ? t('notify:names', { names: known, count }) : known;
  }
  return {
    ofTicket(name: string, message: MessageRow, count: number): Words {
      const news = count > 1 ? t('notify:newMessages', { count }) : t('notify:newMessage');
      if (preview === 'none') return { title: t('notify:newMessage'), body: '' };
      if (preview === 'name') return { title: name, body: news };
      return { title: count > 1 ? `${name} (${count})` : name, body: lineOf(message) };
    },
    /** A bot has left it to people. */
    ofHandOver(name: string): Words {
      const text = t('notify:handedOver');
      return preview === 'none' ? { title: text, body: '' } : { title: name, body: text };
    },
    ofMany(names: readonly string[]): Words {
      const title = t('notify:conversations', { count: names.length });
      if (preview === 'none') return { title, body: '' };
      return { title, body: listOf(names) };
    },
    /** Tickets that were put off. */
    ofReturn(names: readonly string[]): Words {
      const title = t('notify:returned', { count: names.length });
      if (preview === 'none') return { title, body: '' };
      return { title, body: listOf(names) };
    },
    /** Tickets that this person was given. */
    ofGiven(names: readonly string[]): Words {
      const title = t('notify:given', { count: names.length });
      if (preview === 'none') return { title, body: '' };
      return { title, body: listOf(names) };
    },
    /** Deadlines that are near, or that were missed. */
    ofDeadlines(told: 'near' | 'missed', names: readonly string[]): Words {
      const count = names.length;
      const title =
        told === 'near' ? t('notify:deadlineNear', { count }) : t('notify:deadlineMissed', { count });
      if (preview === 'none') return { title, body: '' };
      return { title, body: listOf(names) };
    },
    ofMention({ authorName, contact, text }: MentionItem): Words {
      if (preview === 'none') return { title: t('notify:mention'), body: '' };
      const title = authorName ? t('notify:mentionBy', { name: authorName }) : t('notify:mention');
      return {
        title,
        body: (preview === 'name' ? [contact?.name] : [contact?.name, text])
          .filter(Boolean)
          .join(': ')
          .slice(0, BODY_CHARS),
      };
    },
    ofChat({ name, ofTwo }: ChatItem, { sender, ...message }: ChatMessageRow): Words {
      if (preview === 'none') return { title: t('notify:newMessage'), body: '' };
      if (preview === 'name') return { title: name, body: t('notify:newMessage') };
      const author = ofTwo || sender.name === '' ? '' : `${sender.name}: `;
      return { title: name, body: (author + chatLine(message)).slice(0, BODY_CHARS) };
    },
    ofMentions: (count: number): Words => ({ title: t('notify:mentions', { count }), body: '' }),
    test: (): Words => ({ title: t('notify:testTitle'), body: t('notify:testBody') }),
    accept: t('notify:accept'),
    reply: t('notify:reply'),
    snooze: t('notify:snooze'),
  };
}

/** Bodies of other kinds (locations, cards) are for programs. */
function lineOf({ mediaType, body, card, participantName }: MessageRow): string {
  const author = participantName ? `${participantName}: ` : '';
  return (author + messagePreview(mediaType, body, card?.kind)).slice(0, BODY_CHARS);
}
