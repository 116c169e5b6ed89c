import type { Effect } from '@balcao/shared/features/automations/rule.ts';
import type { Tx } from '../../platform/db/client.ts';
import { type Heard, type Silence, whyUnheard } from '../ticket-rules/automatic-messages.service.ts';

const SPOKEN: readonly Effect['kind'][] = ['say', 'quickMessage', 'fileList', 'template'];
const isSpoken = ({ kind }: Effect): boolean => SPOKEN.includes(kind);

/** Why what a rule says does not reach the customers of these tickets; of a rule that says nothing, nothing. */
export const loadHeard = async (
  tx: Tx,
  companyId: number,
  ticketIds: readonly number[],
  effects: readonly Effect[],
  at: Date,
): Promise<Map<number, Heard>> =>
  effects.some(isSpoken) ? whyUnheard(tx, companyId, ticketIds, at) : new Map();

/** Why some of these are not heard, and whether nothing else would be done; null: all that is said is heard. */
export function unheardOf(
  effects: readonly Effect[],
  heard: Heard | undefined,
): { reason: Silence; isAll: boolean } | null {
  const done = effects.filter(({ kind }) => kind !== 'stop');
  const reasons = done.flatMap((effect) => {
    if (!heard || !isSpoken(effect)) return [];
    return (effect.kind === 'template' ? heard.template : heard.words) ?? [];
  });
  const [reason] = reasons;
  return reason === undefined ? null : { reason, isAll: reasons.length === done.length };
}
