import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { isHeard } from '@balcao/shared/features/macros/effects.ts';
import type { MacroRow } from '@balcao/shared/features/macros/row.ts';
import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import { displayName } from '@balcao/shared/phone/phone-format.ts';
import { fold, foldQuery } from '@balcao/shared/text/fold.ts';
import { Button, Group, Modal, Text } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { Link } from 'wouter';
import type { Choices } from '../../../renderer/components/effects/use-choices.ts';
import type { ForUser } from '../../../renderer/kit/feature.ts';
import { type MacroWish, useMacroPick } from '../../../renderer/kit/macro-store.ts';
import { useRows } from '../../../renderer/kit/use-rows.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { fillerOf } from '../../../renderer/kit/use-variables.ts';
import { MacroList } from './macro-list.tsx';
import classes from './macro-picker.module.css';
import { type Look, MacroPreviewView } from './macro-preview.tsx';
import { previewOf } from './preview-of.ts';
import { templatesAhead, useMacroPreview, usePreviewTexts } from './use-macro-preview.ts';
import { useRunMacro, useRunOnEach } from './use-run-macro.ts';

/** Which macro, and what it would do here: type, look, Enter. */
export function MacroPicker({ user }: ForUser) {
  const { t } = useTexts();
  const { asked, close } = useMacroPick();
  // While it fades out it still shows what it showed.
  const [last, setLast] = useState(asked);
  if (asked !== null && asked !== last) setLast(asked);
  const title = () => {
    if (!last) return t('macros:pick.title');
    return 'tickets' in last
      ? t('macros:pick.ofMany', { count: last.tickets.length })
      : t('macros:pick.of', { name: displayName(last.ticket.contact) });
  };
  return (
    <Modal
      opened={asked !== null}
      onClose={close}
      size="lg"
      title={title()}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {!last ? null : 'tickets' in last ? (
        <PickForMany wish={last} user={user} onDone={close} />
      ) : (
        <PickForOne ticket={last.ticket} first={last.macroId} user={user} onDone={close} />
      )}
    </Modal>
  );
}

interface Props {
  user: SessionUser;
  onDone: () => void;
}

function PickForOne({ ticket, first, user, onDone }: Props & { ticket: TicketItem; first: number | null }) {
  const { t } = useTexts();
  const texts = usePreviewTexts();
  const preview = useMacroPreview(ticket, user, texts);
  const run = useRunMacro(ticket, user);
  const look = (macro: MacroRow): Look => {
    const { effects, obstacle, isHeard: isSpoken } = preview(macro);
    return {
      heading: t('macros:pick.will'),
      effects,
      note: obstacle
        ? t(`macros:pick.${obstacle}`)
        : t(isSpoken ? 'macros:pick.heard' : 'macros:pick.undoable'),
      isFirm: obstacle !== null || isSpoken,
      isBlocked: obstacle !== null,
    };
  };
  const use = (macro: MacroRow) => void run(macro, preview(macro));
  return <Picker first={first} choices={texts.choices} look={look} use={use} onDone={onDone} />;
}

/** It is used where it can be; what it does is shown by the first of those. */
function PickForMany({
  wish: { tickets, onEach },
  user,
  onDone,
}: Props & { wish: Extract<MacroWish, { tickets: unknown }> }) {
  const { t } = useTexts();
  const texts = usePreviewTexts();
  const runOn = useRunOnEach(user, texts);
  const preview = (macro: MacroRow, ticket: TicketItem) =>
    previewOf(
      macro,
      { ticket, user, fill: fillerOf(ticket, user), templates: templatesAhead(ticket) },
      texts,
    );
  const ableTo = (macro: MacroRow) => tickets.filter((ticket) => preview(macro, ticket).obstacle === null);
  const look = (macro: MacroRow): Look => {
    const able = ableTo(macro);
    const [shown = tickets[0]] = able;
    if (!shown) return { heading: '', effects: [], note: '', isFirm: false, isBlocked: true };
    const { effects, obstacle, isHeard: isSpoken } = preview(macro, shown);
    const where = t('macros:pick.where', { count: able.length, total: tickets.length });
    const back = t(isSpoken ? 'macros:pick.heard' : 'macros:pick.undoable');
    return {
      heading: t('macros:pick.willWith', { name: displayName(shown.contact) }),
      effects,
      note: obstacle ? t(`macros:pick.${obstacle}`) : `${where} ${back}`,
      isFirm: obstacle !== null || isSpoken || able.length < tickets.length,
      isBlocked: obstacle !== null,
    };
  };
  const use = (macro: MacroRow) => {
    // As the core says it of each: by all that the macro may do.
    const undoable = !macro.effects.some(isHeard);
    onEach(ableTo(macro), (ticket) => runOn(macro, ticket), undoable);
  };
  return <Picker first={null} choices={texts.choices} look={look} use={use} onDone={onDone} />;
}

interface PickerProps {
  /** The one that is chosen already. */
  first: number | null;
  choices: Choices;
  look: (macro: MacroRow) => Look;
  use: (macro: MacroRow) => void;
  onDone: () => void;
}

function Picker({ first, choices, look, use, onDone }: PickerProps) {
  const { t } = useTexts();
  const { data: macros = [] } = useRows('macro');
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(first);
  const found = macros.filter(({ name }) => fold(name).includes(foldQuery(typed)));
  const chosen = found.find(({ id }) => id === active) ?? found[0];
  const shown = chosen && look(chosen);
  const choose = () => {
    if (!chosen || !shown || shown.isBlocked) return;
    onDone();
    use(chosen);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = ({ ArrowDown: 1, ArrowUp: -1 } as Record<string, number>)[event.key];
    if (step !== undefined && chosen)
      setActive(found[(found.indexOf(chosen) + step + found.length) % found.length]?.id ?? null);
    else if (event.key === 'Enter') choose();
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
      {shown ? <MacroPreviewView look={shown} choices={choices} /> : null}
      <Group justify="space-between">
        <Manage onClick={onDone} />
        <Button disabled={!shown || shown.isBlocked} onClick={choose}>
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
