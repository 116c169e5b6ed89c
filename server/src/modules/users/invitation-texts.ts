import en from '@balcao/shared/features/users/invitation/en.json' with { type: 'json' };
import es from '@balcao/shared/features/users/invitation/es.json' with { type: 'json' };
import pt from '@balcao/shared/features/users/invitation/pt.json' with { type: 'json' };
import type { Language } from '@balcao/shared/text/languages.ts';

const TEXTS = { pt, en, es };

export const invitationTexts = (language: Language): typeof pt => TEXTS[language];
