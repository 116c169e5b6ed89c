import type { WebChatSettings } from '@balcao/shared/features/web-chat/calls.ts';
import type { ChatAppearance } from '@balcao/shared/features/web-chat/design.ts';
import type { UseFormReturnType } from '@mantine/form';

/** The values as the fields hold them: what may be missing is an empty text, and pages stand one below the other. */
export interface ChatValues extends Omit<ChatAppearance, 'logoUrl'> {
  logoUrl: string;
  pages: string;
  followsPages: boolean;
  /** The connection's id; empty: answers wait in the chat. */
  passesOnTo: string;
  passesOnAfter: number | string;
}

export type ChatForm = UseFormReturnType<ChatValues>;

export const valuesOf = ({ appearance, origins, followsPages, passesOn }: WebChatSettings): ChatValues => ({
  ...appearance,
  logoUrl: appearance.logoUrl ?? '',
  pages: origins.join('\n'),
  followsPages,
  passesOnTo: passesOn ? String(passesOn.connectionId) : '',
  passesOnAfter: passesOn?.minutes ?? 10,
});

export function settingsOf({
  logoUrl,
  pages,
  followsPages,
  passesOnTo,
  passesOnAfter,
  ...appearance
}: ChatValues): WebChatSettings {
  const logo = logoUrl.trim();
  return {
    appearance: { ...appearance, logoUrl: logo === '' ? null : logo },
    origins: pagesOf(pages),
    followsPages,
    passesOn: passesOnTo === '' ? null : { connectionId: Number(passesOnTo), minutes: Number(passesOnAfter) },
  };
}

export const pagesOf = (pages: string): string[] => pages.split(/\s+/).filter((page) => page !== '');

/** Whether a page is written with its scheme: `https://loja.com.br`. */
export const isPageAddress = (page: string): boolean =>
  /^https?:\/\/[a-z\d.-]+(:\d{1,5})?(\/\S*)?$/i.test(page);
