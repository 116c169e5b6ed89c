import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { ofEffect, type ReferenceKind } from '@balcao/shared/features/automations/references.ts';
import type { MacroRow } from '@balcao/shared/features/macros/row.ts';
import { can } from '@balcao/shared/permissions.ts';
import type { Choices } from '../../../renderer/components/effects/use-choices.ts';

const OF_KIND = {
  queue: 'queues',
  user: 'users',
  tag: 'tags',
  connection: 'connections',
  quickMessage: 'quickMessages',
  fileList: 'fileLists',
  prompt: 'prompts',
  integration: 'integrations',
  webhook: 'webhooks',
} as const satisfies Record<ReferenceKind, keyof Choices>;

/** Their rows go to those who lead queues to them; for everybody else the server alone knows whether they are there. */
const OF_LEADERS: readonly string[] = ['prompt', 'integration'] satisfies ReferenceKind[];

export const mayChoose = (user: SessionUser, kind: string): boolean =>
  !OF_LEADERS.includes(kind) || can(user, 'tickets:viewAll');

/** It points at something that was deleted, as far as this person sees. */
export const isGone = ({ effects }: MacroRow, choices: Choices, user: SessionUser): boolean =>
  effects
    .flatMap((effect) => (effect.kind === 'take' ? [] : ofEffect(effect)))
    .filter(({ kind }) => mayChoose(user, kind))
    .some(({ kind, id }) => choices[OF_KIND[kind]].every(({ value }) => value !== String(id)));
