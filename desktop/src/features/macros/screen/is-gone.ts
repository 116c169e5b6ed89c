import { ofEffect, type ReferenceKind } from '@balcao/shared/features/automations/references.ts';
import type { MacroRow } from '@balcao/shared/features/macros/row.ts';
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
} as const satisfies Record<ReferenceKind, keyof Choices>;

/** It points at something that was deleted. */
export const isGone = ({ effects }: MacroRow, choices: Choices): boolean =>
  effects
    .flatMap((effect) => (effect.kind === 'take' ? [] : ofEffect(effect)))
    .some(({ kind, id }) => choices[OF_KIND[kind]].every(({ value }) => value !== String(id)));
