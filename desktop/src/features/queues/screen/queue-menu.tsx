import {
  deleteQueueOption,
  listQueueOptions,
  type QueueOption,
  updateQueueOption,
} from '@balcao/shared/features/queues/options.ts';
import { ActionIcon, Button, Stack, Text, Tooltip } from '@mantine/core';
import {
  IconChevronDown,
  IconChevronUp,
  IconCornerDownRight,
  IconPencil,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { FileNote } from '../../../renderer/components/file-note.tsx';
import { useLeaving } from '../../../renderer/components/form-dialog.tsx';
import cells from '../../../renderer/components/list-table.module.css';
import { QueryView } from '../../../renderer/components/query-view.tsx';
import { useApiCommand, useApiQuery } from '../../../renderer/kit/api-query.ts';
import { useConfirmDelete } from '../../../renderer/kit/use-confirm-delete.ts';
import { useRows } from '../../../renderer/kit/use-rows.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { OptionEditor } from './option-editor.tsx';
import classes from './queues.module.css';

/** The option being edited: a known one, or a new one at the end of a level. */
type Editing = { option: QueueOption } | { parentId: number | null };

/** Moves one place up or down within its level. */
interface Move {
  option: QueueOption;
  by: 1 | -1;
}

/** The tree of options that the bot offers in a queue; each is saved by itself. */
export function QueueMenu({ queueId }: { queueId: number }) {
  const { t } = useTexts();
  const query = useApiQuery(listQueueOptions, { query: { queueId } });
  const remove = useApiCommand(deleteQueueOption);
  const update = useApiCommand(updateQueueOption);
  const confirmDelete = useConfirmDelete();
  const [moved, setMoved] = useState<Move | null>(null);
  const [editing, setEditing] = useState<Editing | null>(null);
  const leaveOption = useLeaving('option');
  const edit = (next: Editing) => leaveOption(() => setEditing(next));
  const close = () => setEditing(null);
  const askDelete = (option: QueueOption) =>
    confirmDelete(t('queues:menu.deleteHint', { name: option.title }), () =>
      remove.mutateAsync({ params: { optionId: option.id } }),
    );
  const move = ({ option, by }: Move) => {
    if (update.isPending) return;
    setMoved({ option, by });
    update.mutate({ params: { optionId: option.id }, body: { option: option.option + by } });
  };
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
            onEdit={edit}
            onDelete={askDelete}
            moved={moved}
            onMove={move}
            onClose={close}
          />
          {isNewIn(null) ? null : (
            <div>
              <Button
                variant="default"
                leftSection={<IconPlus size={16} aria-hidden />}
                onClick={() => edit({ parentId: null })}
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
  moved: Move | null;
  onMove: (move: Move) => void;
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
            // The state when its pencil was pressed: a colleague's save meanwhile is not the editor's change.
            <OptionEditor option={editing.option} queueId={queueId} parentId={parentId} onClose={onClose} />
          ) : (
            <Option {...props} option={option} isLast={option === own.at(-1)} />
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

function Option(props: LevelProps & { option: QueueOption; isLast: boolean }) {
  const { option, options, onEdit, onDelete } = props;
  const siblings = options.filter(({ parentId }) => parentId === option.parentId).length;
  const { t } = useTexts();
  const name = option.title;
  return (
    <div className={classes.option}>
      <MoveButtons {...props} />
      <span className={classes.number}>{option.option}</span>
      <div className={classes.about}>
        <div className={cells.name}>{option.title}</div>
        {option.message ? <div className={classes.answer}>{option.message}</div> : null}
        {option.media ? <FileNote name={option.mediaName} /> : null}
        <Follows option={option} siblings={siblings} />
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

/** What leads to an option without a choice, and what comes after one with nothing below it. */
function Follows({ option, siblings }: { option: QueueOption; siblings: number }) {
  const { t } = useTexts();
  const { data: queues = [] } = useRows('queue');
  const { action, forwardQueueId, children } = option;
  const queue = queues.find(({ id }) => id === forwardQueueId)?.name;
  const end = action === 'queue' && !queue ? 'people' : action;
  const words = [
    siblings === 1 ? t('queues:menu.onlyOption') : null,
    children.length > 0 ? null : t(`queues:menu.then.${end}`, { queue: queue ?? '' }),
  ].filter((text) => text !== null);
  return words.length > 0 ? <div className={classes.follows}>{words.join(' · ')}</div> : null;
}

/** The pressed button keeps the focus at its new place, so that pressing again moves further. */
function MoveButtons({
  option,
  isLast,
  moved,
  onMove,
}: LevelProps & { option: QueueOption; isLast: boolean }) {
  const { t } = useTexts();
  const [up, down] = [useRef<HTMLButtonElement>(null), useRef<HTMLButtonElement>(null)];
  const { option: place, title: name } = option;
  const by = moved?.option.id === option.id && moved.option.option + moved.by === place ? moved.by : null;
  useEffect(() => {
    if (by === null) return;
    const pressed = by < 0 ? up.current : down.current;
    (pressed?.disabled ? (by < 0 ? down.current : up.current) : pressed)?.focus();
  }, [by, up, down]);
  return (
    <span className={classes.moves}>
      <ActionIcon
        ref={up}
        size={24}
        aria-label={t('queues:menu.up', { name })}
        disabled={place === 1}
        onClick={() => onMove({ option, by: -1 })}
      >
        <IconChevronUp size={16} stroke={1.8} />
      </ActionIcon>
      <ActionIcon
        ref={down}
        size={24}
        aria-label={t('queues:menu.down', { name })}
        disabled={isLast}
        onClick={() => onMove({ option, by: 1 })}
      >
        <IconChevronDown size={16} stroke={1.8} />
      </ActionIcon>
    </span>
  );
}
