import { AppError, type ErrorCode } from '@balcao/shared/errors.ts';
import { updateConnection } from '@balcao/shared/features/connections/calls.ts';
import type { ConnectionRow } from '@balcao/shared/features/connections/row.ts';
import type { QueueView } from '@balcao/shared/features/queues/calls.ts';
import { Anchor, Button, MultiSelect, Stack } from '@mantine/core';
import { useState } from 'react';
import { FormError } from '../../../renderer/components/form-error.tsx';
import cells from '../../../renderer/components/list-table.module.css';
import { StatusPill } from '../../../renderer/components/status-pill.tsx';
import { TemplateField } from '../../../renderer/components/template-field.tsx';
import { useApiCommand } from '../../../renderer/kit/api-query.ts';
import { useRows } from '../../../renderer/kit/use-rows.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './queues.module.css';

interface FieldProps {
  value: string[];
  onChange: (ids: string[]) => void;
  /** Why the form was refused, if it was for these. */
  refusal: Error | null;
  /** What refused it is mended: it may be saved. */
  onMended: () => void;
}

const REFUSED_FOR: readonly ErrorCode[] = ['ERR_WAPP_GREETING_REQUIRED', 'ERR_NO_WAPP_FOUND'];
export const isOfConnections = (error: Error | null): boolean =>
  error instanceof AppError && REFUSED_FOR.includes(error.code);

/** The connections whose customers can come to a queue: the same links as in the form of a connection. */
export function ConnectionsField({ value, onChange, refusal, onMended }: FieldProps) {
  const { t } = useTexts();
  const { data: connections = [] } = useRows('connection');
  const silent = connections.find(({ name }) => name === silentOf(refusal));
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
      {silent ? <ChoiceText key={silent.id} connection={silent} onSaved={onMended} /> : null}
    </Stack>
  );
}

/** The name of the connection that has no words for customers who must choose a queue. */
const silentOf = (refusal: Error | null) =>
  refusal instanceof AppError && refusal.code === 'ERR_WAPP_GREETING_REQUIRED'
    ? refusal.params.name
    : undefined;

/** What a connection that leads to several queues says is written here, where it turns out to be missing. */
function ChoiceText({ connection, onSaved }: { connection: ConnectionRow; onSaved: () => void }) {
  const { t } = useTexts();
  const { id, name } = connection;
  const [greetingMessage, setText] = useState<string>(t('queues:choiceTextStart'));
  const update = useApiCommand(updateConnection);
  const save = () =>
    update.mutateAsync({ params: { whatsappId: id }, body: { name, greetingMessage } }).then(
      () => onSaved(),
      () => {},
    );
  return (
    <Stack gap="xs">
      <TemplateField
        label={t('queues:choiceText', { name })}
        description={t('queues:choiceTextHint')}
        value={greetingMessage}
        onChange={setText}
      />
      <Button
        variant="default"
        className={classes.mend}
        disabled={greetingMessage.trim() === ''}
        loading={update.isPending}
        onClick={() => void save()}
      >
        {t('queues:choiceTextSave')}
      </Button>
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
