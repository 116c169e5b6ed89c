import en from '@balcao/shared/features/web-chat/visitor/en.json' with { type: 'json' };
import es from '@balcao/shared/features/web-chat/visitor/es.json' with { type: 'json' };
import pt from '@balcao/shared/features/web-chat/visitor/pt.json' with { type: 'json' };
import { fill } from '../auth/reset-texts.ts';
import type { KnownChat } from './known-chats.ts';
import type { Visitor } from './visitor-proofs.ts';

const TEXTS = { pt, en, es };

/** What agents call somebody who has said no name, until they do. */
export const visitorName = ({ settings }: KnownChat, { id }: Visitor): string =>
  fill(TEXTS[settings.appearance.language].name, { code: id.slice(0, 4).toUpperCase() });
