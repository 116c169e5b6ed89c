import { carriedOut } from '../automations/decide.ts';
import type { Standing } from '../automations/facts.ts';
import type { Effect } from '../automations/rule.ts';
import type { TicketRow } from '../tickets/row.ts';
import type { MacroEffect } from './row.ts';

/** What a macro does to a ticket that stands like this, for whoever uses it. What would change nothing is left out. */
export function foreseen(
  effects: readonly MacroEffect[],
  standing: Standing,
  userId: number | null,
): { effects: Effect[]; standing: Standing } {
  const { effects: acting, facts } = carriedOut(
    effects.flatMap((effect) => effectsFor(effect, userId)),
    standing,
  );
  return { effects: acting, standing: facts };
}

/** One that waits is accepted, one that a colleague has is taken over. */
const effectsFor = (effect: MacroEffect, userId: number | null): Effect[] => {
  if (effect.kind !== 'take') return [effect];
  return userId === null
    ? []
    : [
        { kind: 'accept', userId },
        { kind: 'agent', userId },
      ];
};

export const standingOf = (
  ticket: Pick<TicketRow, 'status' | 'queueId' | 'userId' | 'snoozedUntil' | 'chatbot' | 'tagIds'>,
): Standing => ({ ...ticket, isSnoozed: ticket.snoozedUntil !== null });

const WRITING: readonly string[] = [
  'say',
  'quickMessage',
  'template',
  'fileList',
  'note',
  'mention',
] satisfies MacroEffect['kind'][];
const HEARD: readonly string[] = [
  'say',
  'quickMessage',
  'template',
  'fileList',
] satisfies MacroEffect['kind'][];

/** It writes to the customer, or to colleagues. */
export const isWriting = ({ kind }: { kind: string }): boolean => WRITING.includes(kind);

/** The customer hears it: nobody takes that back. */
export const isHeard = ({ kind }: { kind: string }): boolean => HEARD.includes(kind);
