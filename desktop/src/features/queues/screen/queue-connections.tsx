import { AppError, type ErrorCode } from '@balcao/shared/errors.ts';
import type { QueueView } from '@balcao/shared/features/queues/calls.ts';
import { Anchor, MultiSelect, Stack } from '@mantine/core';
import { FormError } from '../../../renderer/components/form-error.tsx';
import cells from '../../../renderer/components/list-table.module.css';
import { StatusPill } from '../../../renderer/components/status-pill.tsx';
import { useRows } from '../../../renderer/kit/use-rows.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';

interface FieldProps {
  value: string[];
  onChange: (ids: string[]) => void;
  /** Why the form was refused, if it was for these. */
  refusal: Error | null;
}

const REFUSED_FOR: readonly ErrorCode[] = ['ERR_WAPP_GREETING_REQUIRED', 'ERR_NO_WAPP_FOUND'];
export const isOfConnections = (error: Error | null): boolean =>
  error instanceof AppError && REFUSED_FOR.includes(error.code);

/** The connections whose customers can come to a queue: the same links as in the form of a connection. */
export function ConnectionsField({ value, onChange, refusal }: FieldProps) {
  const { t } = useTexts();
  const { data: connections = [] } = useRows('connection');
  return (
    <Stack gap="xs">
      <MultiSelect
        label={t('queues:connections')}
        description={t('queues:connectionsHint')}
        data={connections.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={value}
        onChange={onChange}
        error={refusal !== null}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('common:clear') }}
      />
      <FormError error={refusal} />
    </Stack>
  );
}

interface ReachedProps {
  queue: QueueView;
  /** Opens the queue, where connections are chosen. */
  onOffer: () => void;
}

/** The connections that lead to a queue, or a note that none does, which leads to where that changes. */
export function ReachedBy({ queue: { name, connectionIds }, onOffer }: ReachedProps) {
  const { t } = useTexts();
  const { data: connections } = useRows('connection');
  if (connectionIds.length === 0)
    return (
      <>
        <span title={t('queues:unreachedHint')}>
          <StatusPill tone="warning">{t('queues:unreached')}</StatusPill>
        </span>{' '}
        <Anchor
          component="button"
          type="button"
          size="sm"
          aria-label={`${t('queues:offer')}: ${name}`}
          onClick={onOffer}
        >
          {t('queues:offer')}
        </Anchor>
      </>
    );
  const names = connections?.filter(({ id }) => connectionIds.includes(id)).map(({ name }) => name);
  return <span className={cells.detail}>{names?.join(', ')}</span>;
}
