import { deleteQueueOption, listQueueOptions, type QueueOption } from '@balcao/shared/api/queue-options.ts';
import { ActionIcon, Button, Stack, Text, Tooltip } from '@mantine/core';
import { IconCornerDownRight, IconPaperclip, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useApiCommand, useApiQuery } from '../../app/api-query.ts';
import { QueryView } from '../../app/query-view.tsx';
import { showToast } from '../../app/toasts.tsx';
import { useConfirmDelete } from '../../app/use-confirm-delete.tsx';
import { useTexts } from '../../app/use-texts.ts';
import { OptionEditor } from './option-editor.tsx';
import classes from './queues.module.css';

/** What is being written: a known option, or a new one at the end of a level. */
type Editing = { option: QueueOption } | { parentId: number | null };

/** The tree of options that the bot offers in a queue; each is saved by itself (document 2, section 4). */
export function QueueMenu({ queueId }: { queueId: number }) {
  const { t } = useTexts();
  const query = useApiQuery(listQueueOptions, { query: { queueId } });
  const remove = useApiCommand(deleteQueueOption);
  const confirmDelete = useConfirmDelete();
  const [editing, setEditing] = useState<Editing | null>(null);
  const close = () => setEditing(null);
  const askDelete = (option: QueueOption) =>
    confirmDelete(t('queues:menu.deleteHint', { name: option.title }), () =>
      remove.mutate({ params: { optionId: option.id } }, { onSuccess: () => showToast(t('common:success')) }),
    );
  const isNewIn = (parentId: number | null) =>
    editing !== null && 'parentId' in editing && editing.parentId === parentId;

  return (
    <QueryView query={query}>
      {(options) => (
        <Stack>
          <Text size="sm" c="dimmed">
            {t('queues:menu.hint')}
          </Text>
          <Level
            parentId={null}
            options={options}
            editing={editing}
            queueId={queueId}
            onEdit={setEditing}
            onDelete={askDelete}
            onClose={close}
          />
          {isNewIn(null) ? null : (
            <div>
              <Button
                variant="default"
                leftSection={<IconPlus size={16} aria-hidden />}
                onClick={() => setEditing({ parentId: null })}
              >
                {t('queues:menu.add')}
              </Button>
            </div>
          )}
        </Stack>
      )}
    </QueryView>
  );
}

interface LevelProps {
  parentId: number | null;
  options: readonly QueueOption[];
  editing: Editing | null;
  queueId: number;
  onEdit: (editing: Editing) => void;
  onDelete: (option: QueueOption) => void;
  onClose: () => void;
}

function Level(props: LevelProps) {
  const { parentId, options, editing, queueId, onClose } = props;
  const own = options.filter((option) => option.parentId === parentId);
  const adding = editing !== null && 'parentId' in editing && editing.parentId === parentId;
  if (own.length === 0 && !adding) return null;
  return (
    <ul className={classes.level}>
      {own.map((option) => (
        <li key={option.id}>
          {editing !== null && 'option' in editing && editing.option.id === option.id ? (
            <OptionEditor option={option} queueId={queueId} parentId={parentId} onClose={onClose} />
          ) : (
            <Option {...props} option={option} />
          )}
          <Level {...props} parentId={option.id} />
        </li>
      ))}
      {adding ? (
        <li>
          <OptionEditor option={null} queueId={queueId} parentId={parentId} onClose={onClose} />
        </li>
      ) : null}
    </ul>
  );
}

function Option({ option, onEdit, onDelete }: LevelProps & { option: QueueOption }) {
  const { t } = useTexts();
  const name = option.title;
  return (
    <div className={classes.option}>
      <span className={classes.number}>{option.option}</span>
      <div className={classes.about}>
        <div className={classes.name}>{option.title}</div>
        {option.message ? <div className={classes.answer}>{option.message}</div> : null}
        {option.media ? (
          <div className={classes.file}>
            <IconPaperclip size={14} aria-hidden /> {option.mediaName || t('common:file')}
          </div>
        ) : null}
      </div>
      <Tooltip label={t('queues:menu.addChild')}>
        <ActionIcon
          aria-label={t('queues:menu.addChildNamed', { name })}
          onClick={() => onEdit({ parentId: option.id })}
        >
          <IconCornerDownRight size={18} stroke={1.6} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={t('common:edit')}>
        <ActionIcon aria-label={t('queues:editNamed', { name })} onClick={() => onEdit({ option })}>
          <IconPencil size={18} stroke={1.6} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={t('common:delete')}>
        <ActionIcon aria-label={t('queues:deleteNamed', { name })} onClick={() => onDelete(option)}>
          <IconTrash size={18} stroke={1.6} />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}
