import type { FileListRow } from '@balcao/shared/features/file-lists/row.ts';
import { fold, foldQuery } from '@balcao/shared/text/fold.ts';
import { Accordion, Button, Modal, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useBridgeQuery } from '../../../renderer/kit/bridge-query.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './file-list-picker.module.css';
import { FileThumb } from './file-thumb.tsx';

/** More lists, and a field to search them is worth its place. */
const MANY = 8;

interface Props {
  lists: readonly FileListRow[];
  opened: boolean;
  onClose: () => void;
  /** It has gone from the screen. */
  onClosed: () => void;
  onPick: (list: FileListRow) => void;
}

/** The company's file lists; one that is unfolded shows what the customer would get. */
export function FileListPicker({ lists, opened, onClose, onClosed, onPick }: Props) {
  const { t } = useTexts();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      returnFocus={false}
      onExitTransitionEnd={onClosed}
      size="lg"
      title={t('fileLists:pick.title')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Lists lists={lists} onPick={onPick} />
    </Modal>
  );
}

function Lists({ lists, onPick }: Pick<Props, 'lists' | 'onPick'>) {
  const { t } = useTexts();
  const [search, setSearch] = useState('');
  const found = lists.filter(({ name }) => fold(name).includes(foldQuery(search)));
  const [open, setOpen] = useState(lists.length === 1 ? String(lists[0]?.id) : null);
  return (
    <>
      {lists.length > MANY ? (
        <TextInput
          type="search"
          mb="sm"
          data-autofocus
          aria-label={t('fileLists:search')}
          placeholder={t('fileLists:search')}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      ) : null}
      {found.length === 0 ? <Text c="dimmed">{t('common:noResults')}</Text> : null}
      <Accordion variant="separated" value={open} onChange={setOpen}>
        {found.map((list) => (
          <Accordion.Item key={list.id} value={String(list.id)}>
            <Accordion.Control>
              <span className={classes.name}>{list.name}</span>
              <span className={classes.count}>{t('fileLists:count', { count: list.options.length })}</span>
            </Accordion.Control>
            <Accordion.Panel>
              {open === String(list.id) ? <Preview list={list} onPick={onPick} /> : null}
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    </>
  );
}

function Preview({ list, onPick }: { list: FileListRow; onPick: (list: FileListRow) => void }) {
  const { t } = useTexts();
  const { data: files = [] } = useBridgeQuery('media.ofFileList', { id: list.id });
  const nameOf = (mediaId: string) => list.options.find(({ media }) => media?.id === mediaId)?.name;
  return (
    <>
      <p className={classes.message}>{list.message}</p>
      <ol className={classes.files}>
        {files.map((file) => (
          <li key={file.mediaId} className={classes.file}>
            <FileThumb file={file} />
            <span className={classes.caption}>{nameOf(file.mediaId) || file.name}</span>
          </li>
        ))}
      </ol>
      <Button onClick={() => onPick(list)}>{t('fileLists:pick.attach')}</Button>
    </>
  );
}
