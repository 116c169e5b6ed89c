import { displayName } from '@balcao/shared/phone/phone-format.ts';
import { IconPlaylistAdd } from '@tabler/icons-react';
import { mayActOn } from '../../../renderer/components/ticket/may-act-on.ts';
import { useBridgeQuery } from '../../../renderer/kit/bridge-query.ts';
import type { PaletteSourceProps } from '../../../renderer/kit/feature.ts';
import { useMacroPick } from '../../../renderer/kit/macro-store.ts';
import { useOpenUuid } from '../../../renderer/kit/use-open-uuid.ts';
import { useRows } from '../../../renderer/kit/use-rows.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';

/** Each macro, for the conversation that is open. */
export function MacroCommands({ user, children }: PaletteSourceProps) {
  const { t } = useTexts();
  const uuid = useOpenUuid();
  const { data: ticket } = useBridgeQuery('tickets.get', { uuid: uuid ?? '' }, { enabled: uuid !== null });
  const { data: macros = [] } = useRows('macro');
  const ask = useMacroPick((pick) => pick.ask);
  if (uuid === null || !ticket || !mayActOn(ticket, user)) return children([]);
  const actions = macros.map(({ id, name }) => ({
    id: `macro-${id}`,
    label: t('macros:useNamed', { name }),
    leftSection: <IconPlaylistAdd size={18} stroke={1.6} aria-hidden />,
    onClick: () => ask(ticket, id),
  }));
  const heading = t('tickets:conversation', { name: displayName(ticket.contact) });
  return children([{ place: 'open', heading, isSeries: true, actions }]);
}
