import en from '@balcao/shared/features/auth/passkey/en.json' with { type: 'json' };
import es from '@balcao/shared/features/auth/passkey/es.json' with { type: 'json' };
import pt from '@balcao/shared/features/auth/passkey/pt.json' with { type: 'json' };
import type { Language } from '@balcao/shared/text/languages.ts';

const TEXTS = { pt, en, es };

export const passkeyTexts = (language: Language): typeof pt => TEXTS[language];
