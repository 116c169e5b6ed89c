import { type AiRequest, listAiRequests } from '@balcao/shared/features/ai-requests/calls.ts';
import type { AiPurpose } from '@balcao/shared/features/ai-requests/rules.ts';
import { ActionIcon, Button, Modal, Tooltip } from '@mantine/core';
import { IconListSearch, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { ListPage } from '../../../renderer/components/list-page.tsx';
import cells from '../../../renderer/components/list-table.module.css';
import { ListTable } from '../../../renderer/components/list-table.tsx';
import { StatusPill } from '../../../renderer/components/status-pill.tsx';
import { useApiPages } from '../../../renderer/kit/api-query.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { KeptDays } from './kept-days.tsx';
import { OpenedRequest } from './opened-request.tsx';

/** What the AI was asked about conversations, the newest first. */
export function AiRequestsPage() {
  const { t } = useTexts();
  const pages = useApiPages(listAiRequests, {}, (page) => page.requests);
  const [shown, setShown] = useState<AiRequest | null>(null);
  return (
    <ListPage
      title={t('aiRequests:title')}
      subtitle={t('aiRequests:subtitle')}
      tools={
        <Tooltip label={t('aiRequests:refresh')}>
          <ActionIcon
            aria-label={t('aiRequests:refresh')}
            loading={pages.isRefetching}
            onClick={() => void pages.refetch()}
          >
            <IconRefresh size={18} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      }
      above={<KeptDays />}
      list={pages}
      empty={{ icon: IconListSearch, title: t('aiRequests:empty'), hint: t('aiRequests:emptyHint') }}
      dialog={
        <Modal
          opened={shown !== null}
          onClose={() => setShown(null)}
          size="xl"
          title={t('aiRequests:ticket', { id: shown?.ticketId })}
          closeButtonProps={{ 'aria-label': t('common:close') }}
        >
          {shown ? <OpenedRequest id={shown.id} /> : null}
        </Modal>
      }
    >
      <RequestTable requests={pages.rows} onOpen={setShown} />
    </ListPage>
  );
}

interface TableProps {
  requests: readonly AiRequest[];
  onOpen: (request: AiRequest) => void;
}

function RequestTable({ requests, onOpen }: TableProps) {
  const { t } = useTexts();
  const format = useFormat();
  const nameOf = (purpose: AiPurpose) => {
    if (purpose === 'answer') return t('aiRequests:answerCustomer');
    return purpose === 'evaluation' ? t('evaluations:purpose') : t(`agentHelp:kinds.${purpose}`);
  };
  return (
    <ListTable
      rows={requests}
      columns={[
        {
          head: t('aiRequests:purpose'),
          cell: ({ purpose, ticketId }) => (
            <>
              <div className={cells.name}>{nameOf(purpose)}</div>
              <div className={cells.detail}>{t('aiRequests:ticket', { id: ticketId })}</div>
            </>
          ),
        },
        {
          head: t('aiRequests:ending'),
          cell: ({ ending }) => (
            <StatusPill tone={ending === 'answered' ? 'success' : 'danger'}>
              {t(`aiRequests:endings.${ending}`)}
            </StatusPill>
          ),
        },
        {
          head: t('aiRequests:model'),
          visibleFrom: 'sm',
          cell: ({ model, promptTokens, completionTokens }) => (
            <>
              {model}
              <div className={cells.detail}>
                {t('aiRequests:tokens', {
                  count: promptTokens + completionTokens,
                  shown: format.number(promptTokens + completionTokens),
                })}
              </div>
            </>
          ),
        },
        {
          head: t('aiRequests:when'),
          visibleFrom: 'xs',
          cell: ({ at }) => <time dateTime={at}>{format.moment(at)}</time>,
        },
      ]}
      actions={(request) => (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={t('aiRequests:openNamed', { date: format.moment(request.at) })}
          onClick={() => onOpen(request)}
        >
          {t('aiRequests:open')}
        </Button>
      )}
    />
  );
}
