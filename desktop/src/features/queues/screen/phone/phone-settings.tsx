import { Group, SegmentedControl, Select } from '@mantine/core';
import { useState } from 'react';
import { MomentFields } from '../../../../renderer/components/moment-fields.tsx';
import { instantOf, type SendTime, sendTimeOf } from '../../../../renderer/kit/send-time.ts';
import { serverNow } from '../../../../renderer/kit/server-now.ts';
import { useTexts } from '../../../../renderer/kit/use-texts.ts';
import classes from './phone.module.css';

interface Choice {
  id: number;
  name: string;
}

interface Props {
  connections: readonly Choice[];
  connectionId: number | null;
  onConnection: (id: number) => void;
  /** By how much the phone's clock is ahead. */
  onAhead: (milliseconds: number) => void;
}

/** To whom the customer writes, and when. */
export function PhoneSettings({ connections, connectionId, onConnection, onAhead }: Props) {
  const { t } = useTexts();
  const [other, setOther] = useState<SendTime | null>(null);
  // From the chosen moment on the phone's clock runs as any other.
  const set = (moment: SendTime | null) => {
    setOther(moment);
    const instant = moment && instantOf(moment);
    onAhead(instant ? Date.parse(instant) - serverNow().getTime() : 0);
  };
  return (
    <div className={classes.settings}>
      {connections.length > 1 ? (
        <Select
          label={t('queues:phone.connection')}
          data={connections.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={String(connectionId)}
          onChange={(id) => id !== null && onConnection(Number(id))}
          allowDeselect={false}
        />
      ) : null}
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label={t('queues:phone.when')}
        data={[
          { value: 'now', label: t('queues:phone.now') },
          { value: 'other', label: t('queues:phone.otherTime') },
        ]}
        value={other === null ? 'now' : 'other'}
        onChange={(value) => set(value === 'now' ? null : sendTimeOf(serverNow()))}
      />
      {other === null ? null : (
        <Group grow gap="xs" align="flex-start">
          <MomentFields value={other} onChange={set} />
        </Group>
      )}
    </div>
  );
}
