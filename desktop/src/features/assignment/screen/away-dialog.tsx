import { Button, Checkbox, Collapse, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { MomentFields } from '../../../renderer/components/moment-fields.tsx';
import { useLayoutDialogs } from '../../../renderer/kit/dialogs-store.ts';
import type { ForUser } from '../../../renderer/kit/feature.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { instantOf } from '../../../renderer/kit/send-time.ts';
import { serverNow } from '../../../renderer/kit/server-now.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './assignment.module.css';
import { AWAY_TIMES, otherTime } from './away-times.ts';
import { useSetAway } from './use-set-away.ts';

type Choice = keyof typeof AWAY_TIMES | 'other';
const CHOICES = [...(Object.keys(AWAY_TIMES) as (keyof typeof AWAY_TIMES)[]), 'other'] as const;

/** One's own, which menu and palette open. */
export function OwnAwayDialog({ user }: ForUser) {
  const { open, close } = useLayoutDialogs();
  return <AwayDialog person={open === 'away' ? { id: user.id, name: null } : null} onClose={close} />;
}

interface Props {
  /** Who is to be away, with a name where it is somebody else; null while it is closed. */
  person: { id: number; name: string | null } | null;
  onClose: () => void;
}

/** Asks until when somebody is away, and what becomes of what they have. */
export function AwayDialog({ person, onClose }: Props) {
  const { t } = useTexts();
  // While it fades out it still shows what it showed.
  const [last, setLast] = useState(person);
  if (person !== null && person !== last) setLast(person);
  const name = last?.name ?? null;
  return (
    <Modal
      opened={person !== null}
      onClose={onClose}
      size="sm"
      title={name === null ? t('assignment:away.title') : t('assignment:away.titleNamed', { name })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {last ? <AwayForm person={last} onClose={onClose} /> : null}
    </Modal>
  );
}

function AwayForm({ person, onClose }: { person: NonNullable<Props['person']>; onClose: () => void }) {
  const { t } = useTexts();
  const [now] = useState(serverNow);
  const [choice, setChoice] = useState<Choice>('minutes30');
  const [other, setOther] = useState(() => otherTime(now));
  const [handBack, setHandBack] = useState(false);
  const { leave, isPending } = useSetAway(person.id);
  const until = choice === 'other' ? instantOf(other) : AWAY_TIMES[choice](serverNow()).toISOString();
  const isPast = until !== null && Date.parse(until) <= serverNow().getTime();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (until && !isPast) leave(until, handBack, onClose);
      }}
    >
      <Stack gap="md">
        <Text size="sm" c="var(--text-muted)">
          {t('assignment:away.hint')}
        </Text>
        <Choices now={now} chosen={choice} onChoose={setChoice} />
        <Collapse expanded={choice === 'other'}>
          <Stack gap="xs">
            <MomentFields value={other} onChange={setOther} />
            {isPast ? (
              <Text size="sm" c="var(--danger)" role="status">
                {t('assignment:errors.ERR_AWAY_UNTIL')}
              </Text>
            ) : null}
          </Stack>
        </Collapse>
        <Checkbox
          label={t('assignment:away.handBack')}
          description={t('assignment:away.handBackHint')}
          checked={handBack}
          onChange={({ currentTarget }) => setHandBack(currentTarget.checked)}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" loading={isPending} disabled={!until || isPast}>
            {t(person.name === null ? 'assignment:away.confirm' : 'assignment:away.confirmNamed')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface ChoicesProps {
  now: Date;
  chosen: Choice;
  onChoose: (choice: Choice) => void;
}

function Choices({ now, chosen, onChoose }: ChoicesProps) {
  const { t } = useTexts();
  const format = useFormat();
  return (
    <Stack gap={6} role="radiogroup" aria-label={t('assignment:away.title')}>
      {CHOICES.map((choice) => (
        <Button
          key={choice}
          role="radio"
          aria-checked={choice === chosen}
          variant={choice === chosen ? 'light' : 'default'}
          fullWidth
          justify="space-between"
          rightSection={
            choice === 'other' ? null : (
              <span className={classes.when}>
                {format.moment(AWAY_TIMES[choice](now).toISOString(), now)}
              </span>
            )
          }
          data-autofocus={choice === chosen || undefined}
          onClick={() => onChoose(choice)}
        >
          {t(`assignment:away.${choice}`)}
        </Button>
      ))}
    </Stack>
  );
}
