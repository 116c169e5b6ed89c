import conversationEn from '@balcao/shared/features/conversation/en.json' with { type: 'json' };
import conversationEs from '@balcao/shared/features/conversation/es.json' with { type: 'json' };
import conversationPt from '@balcao/shared/features/conversation/pt.json' with { type: 'json' };
import documentEn from '@balcao/shared/features/messages/conversation-document/en.json' with { type: 'json' };
import documentEs from '@balcao/shared/features/messages/conversation-document/es.json' with { type: 'json' };
import documentPt from '@balcao/shared/features/messages/conversation-document/pt.json' with { type: 'json' };
import ticketsEn from '@balcao/shared/features/tickets/en.json' with { type: 'json' };
import ticketsEs from '@balcao/shared/features/tickets/es.json' with { type: 'json' };
import ticketsPt from '@balcao/shared/features/tickets/pt.json' with { type: 'json' };
import type { Language } from '@balcao/shared/text/languages.ts';
import { type ErrorTexts, readErrorTexts } from '../../platform/error-texts.ts';

/** The words of the document; what happens to messages is called as on a console. */
export interface Texts {
  document: typeof documentPt;
  conversation: Pick<
    typeof conversationPt,
    | 'origins'
    | 'forwarded'
    | 'viewOnce'
    | 'infoTimes'
    | 'infoSteps'
    | 'infoEarlier'
    | 'infoConnection'
    | 'infoWaId'
    | 'infoError'
  >;
  tickets: Pick<typeof ticketsPt, 'kinds' | 'edited' | 'deleted'>;
  errors: ErrorTexts;
}

export const TEXTS: Record<Language, Texts> = {
  pt: {
    document: documentPt,
    conversation: conversationPt,
    tickets: ticketsPt,
    errors: readErrorTexts('pt'),
  },
  en: {
    document: documentEn,
    conversation: conversationEn,
    tickets: ticketsEn,
    errors: readErrorTexts('en'),
  },
  es: {
    document: documentEs,
    conversation: conversationEs,
    tickets: ticketsEs,
    errors: readErrorTexts('es'),
  },
};

export const fill = (template: string, values: Record<string, string | number>): string =>
  template.replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => String(values[name] ?? whole));

/** How pages are called, and what they say of themselves. */
export type PageWords = Pick<typeof documentPt, 'fileName' | 'title' | 'about' | 'nothing'>;
