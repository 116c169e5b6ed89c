import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import type { MacroRow } from '@balcao/shared/features/macros/row.ts';
import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import { displayName } from '@balcao/shared/phone/phone-format.ts';
import { fold, foldQuery } from '@balcao/shared/text/fold.ts';
import { Button, Group, Modal, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { Link } from 'wouter';
import { useChoices } from '../../../renderer/components/effects/use-choices.ts';
import type { ForUser } from '../../../renderer/kit/feature.ts';
import { useMacroPick } from '../../../renderer/kit/macro-store.ts';
import { useRows } from '../../../renderer/kit/use-rows.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './macro-picker.module.css';
import { MacroPreviewView } from './macro-preview.tsx';
import { useMacroPreview } from './use-macro-preview.ts';
import { useRunMacro } from './use-run-macro.ts';

/** Which macro, and what it would do here: type, look, Enter. */
export function MacroPicker({ user }: ForUser) {
  const { t } = useTexts();
  const { asked, close } = useMacroPick();
  // While it fades out it still shows what it showed.
  const [last, setLast] = useState(asked);
  if (asked !== null && asked !== last) setLast(asked);
  return (
    <Modal
      opened={asked !== null}
      onClose={close}
      size="lg"
      title={last ? t('macros:pick.of', { name: displayName(last.ticket.contact) }) : t('macros:pick.title')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {last ? <Picker ticket={last.ticket} first={last.macroId} user={user} onDone={close} /> : null}
    </Modal>
  );
}

interface Props {
  ticket: TicketItem;
  user: SessionUser;
  /** The one that is chosen already. */
  first: number | null;
  onDone: () => void;
}

function Picker({ ticket, user, first, onDone }: Props) {
  const { t } = useTexts();
  const { data: macros = [] } = useRows('macro');
  const choices = useChoices();
  const preview = useMacroPreview(ticket, user, choices);
  const run = useRunMacro(ticket, user);
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(first);
  const found = macros.filter(({ name }) => fold(name).includes(foldQuery(typed)));
  const chosen = found.find(({ id }) => id === active) ?? found[0];
  const shown = chosen && preview(chosen);
  const use = () => {
    if (!chosen || !shown || shown.obstacle !== null) return;
    onDone();
    void run(chosen, shown);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = ({ ArrowDown: 1, ArrowUp: -1 } as Record<string, number>)[event.key];
    if (step !== undefined && chosen)
      setActive(found[(found.indexOf(chosen) + step + found.length) % found.length]?.id ?? null);
    else if (event.key === 'Enter') use();
    else return;
    event.preventDefault();
  };

  if (macros.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('macros:empty')}. {t('macros:emptyHint')} <Manage onClick={onDone} />
      </Text>
    );
  return (
    <div className={classes.root}>
      <MacroList
        found={found}
        chosen={chosen}
        typed={typed}
        onType={setTyped}
        onChoose={setActive}
        onKeyDown={onKeyDown}
      />
      {chosen && shown ? <MacroPreviewView preview={shown} choices={choices} /> : null}
      <Group justify="space-between">
        <Manage onClick={onDone} />
        <Button disabled={!shown || shown.obstacle !== null} onClick={use}>
          {t('macros:pick.run')}
        </Button>
      </Group>
    </div>
  );
}

function Manage({ onClick }: { onClick: () => void }) {
  const { t } = useTexts();
  return (
    <Link href="/macros" className={classes.manage} onClick={onClick}>
      {t('macros:pick.manage')}
    </Link>
  );
}

interface ListProps {
  found: readonly MacroRow[];
  chosen: MacroRow | undefined;
  typed: string;
  onType: (text: string) => void;
  onChoose: (id: number) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

/** The field keeps the focus; its keys move in the list below. */
function MacroList({ found, chosen, typed, onType, onChoose, onKeyDown }: ListProps) {
  const { t } = useTexts();
  const id = useId();
  useEffect(() => {
    if (chosen) document.getElementById(`${id}-${chosen.id}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, chosen]);
  return (
    <div>
      <TextInput
        role="combobox"
        aria-label={t('macros:pick.search')}
        aria-expanded
        aria-controls={id}
        aria-autocomplete="list"
        {...(chosen ? { 'aria-activedescendant': `${id}-${chosen.id}` } : {})}
        placeholder={t('macros:pick.search')}
        leftSection={<IconSearch size={16} aria-hidden />}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        value={typed}
        onChange={(event) => onType(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <div id={id} className={classes.list} role="listbox" aria-label={t('macros:pick.list')}>
        {found.map((macro) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's
          <div
            key={macro.id}
            id={`${id}-${macro.id}`}
            className={classes.option}
            role="option"
            tabIndex={-1}
            aria-selected={macro === chosen}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(macro.id)}
          >
            <span className={classes.name}>{macro.name}</span>
            <span className={classes.whose}>{macro.team ? t('macros:ofTeam') : t('macros:mine')}</span>
          </div>
        ))}
      </div>
      {found.length === 0 ? (
        <Text size="sm" c="dimmed" role="status">
          {t('macros:pick.none')}
        </Text>
      ) : null}
    </div>
  );
}
