import type { MentionItem } from '@balcao/shared/features/mentions/bridge.ts';
import { useBridgeQuery } from '../../../renderer/kit/bridge-query.ts';
import { MENTIONS_SHOWN } from '../../../renderer/kit/mentions.ts';

export interface Mentions {
  mentions: readonly MentionItem[];
  unread: number;
}

const NONE: Mentions = { mentions: [], unread: 0 };

/** Where colleagues have named this person, the newest first. */
export const useMentions = (): Mentions =>
  useBridgeQuery('mentions.list', { limit: MENTIONS_SHOWN }).data ?? NONE;
