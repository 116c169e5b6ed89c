import { type HelpKind, helpKindsOf } from '@balcao/shared/features/agent-help/kinds.ts';
import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { SETTINGS } from '@balcao/shared/features/settings/rules.ts';
import { useMemo } from 'react';
import { useRows } from './use-rows.ts';

/** What the company's AI may do beside this person; nothing where nobody has chosen it. */
export function useHelpKinds(user: SessionUser | null | undefined): readonly HelpKind[] {
  const { data: settings = [] } = useRows('setting');
  const of = (key: 'agentHelpPrompt' | 'agentHelpKinds') =>
    settings.find(({ id }) => id === key)?.value ?? SETTINGS[key].initial;
  const isOn = user?.company.plan?.useOpenAi === true && of('agentHelpPrompt') !== '';
  const kinds = isOn ? of('agentHelpKinds') : '';
  return useMemo(() => helpKindsOf(kinds), [kinds]);
}
