import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { deleteMacro } from '@balcao/shared/features/macros/calls.ts';
import type { MacroRow } from '@balcao/shared/features/macros/row.ts';
import { can } from '@balcao/shared/permissions.ts';
import { IconPlaylistAdd } from '@tabler/icons-react';
import { useState } from 'react';
import { useChoices } from '../../../renderer/components/effects/use-choices.ts';
import { ListPage } from '../../../renderer/components/list-page.tsx';
import cells from '../../../renderer/components/list-table.module.css';
import { ListTable } from '../../../renderer/components/list-table.tsx';
import { RowActions } from '../../../renderer/components/row-actions.tsx';
import { StatusPill } from '../../../renderer/components/status-pill.tsx';
import { useApiCommand } from '../../../renderer/kit/api-query.ts';
import { useSearchedList } from '../../../renderer/kit/use-list.ts';
import { useRows } from '../../../renderer/kit/use-rows.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { isGone } from './is-gone.ts';
import { MacroDialog } from './macro-dialog.tsx';

/** One's own macros and the team's. */
export function MacrosPage({ user }: { user: SessionUser }) {
  const { t } = useTexts();
  const read = useRows('macro');
  const choices = useChoices();
  const sentence = ({ effects }: MacroRow) =>
    effects.map(({ kind }) => t(`automations:effect.${kind}`)).join(', ');
  const list = useSearchedList(read, (macro) => [macro.name, sentence(macro)]);
  const remove = useApiCommand(deleteMacro);
  const [editing, setEditing] = useState<MacroRow | 'new' | null>(null);
  const mayChange = ({ team }: MacroRow) => !team || can(user, 'macros:manageTeam');
  return (
    <ListPage
      title={t('macros:title')}
      subtitle={t('macros:subtitle')}
      search={t('macros:search')}
      add={{ label: t('macros:add'), onClick: () => setEditing('new') }}
      list={list}
      empty={{
        icon: IconPlaylistAdd,
        title: t('macros:empty'),
        hint: t('macros:emptyHint'),
        example: t('macros:example'),
      }}
      dialog={<MacroDialog macro={editing} user={user} onClose={() => setEditing(null)} />}
    >
      <ListTable
        rows={list.rows}
        columns={[
          {
            head: t('macros:name'),
            cell: (macro) => (
              <>
                <div className={cells.name}>{macro.name}</div>
                <div className={cells.detail}>{sentence(macro)}</div>
                {isGone(macro, choices, user) ? (
                  <StatusPill tone="warning">{t('macros:gone')}</StatusPill>
                ) : null}
              </>
            ),
          },
          {
            head: t('macros:audience'),
            visibleFrom: 'xs',
            cell: ({ team }) => (team ? t('macros:ofTeam') : t('macros:mine')),
          },
        ]}
        actions={(macro) =>
          mayChange(macro) ? (
            <RowActions
              edit={{ label: t('macros:editNamed', { name: macro.name }), onClick: () => setEditing(macro) }}
              remove={{
                label: t('macros:deleteNamed', { name: macro.name }),
                question: t('macros:deleteHint', { name: macro.name }),
                run: () => remove.mutateAsync({ params: { macroId: macro.id } }),
                gone: t('macros:deleted'),
              }}
            />
          ) : null
        }
      />
    </ListPage>
  );
}
