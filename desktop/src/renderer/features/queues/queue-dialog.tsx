import { getQueue, type QueueView } from '@balcao/shared/api/queues.ts';
import { Tabs } from '@mantine/core';
import { FormDialog } from '../../components/form-dialog.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { useFormStart } from '../../kit/use-form-start.ts';
import { useTexts } from '../../kit/use-texts.ts';
import { QueueForm } from './queue-form.tsx';
import { QueueMenu } from './queue-menu.tsx';
import classes from './queues.module.css';

interface Props {
  queue: QueueView | 'new' | null;
  others: readonly QueueView[];
  /** Each queue has its own business hours: the setting `scheduleType` is `queue`. */
  ownHours: boolean;
  onClose: () => void;
}

/** A queue's fields and texts, its hours, and its menu, which is saved separately. */
export function QueueDialog({ queue, others, ownHours, onClose }: Props) {
  const { t } = useTexts();
  return (
    <FormDialog
      value={queue}
      title={(shown) => (shown === 'new' ? t('queues:addTitle') : t('queues:editTitle'))}
      size="xl"
      onClose={onClose}
    >
      {(shown) =>
        shown === 'new' ? (
          <QueueForm queue={null} others={others} ownHours={ownHours} onClose={onClose} />
        ) : (
          <KnownQueue key={shown.id} id={shown.id} others={others} ownHours={ownHours} onClose={onClose} />
        )
      }
    </FormDialog>
  );
}

function KnownQueue({ id, ...props }: Omit<Props, 'queue'> & { id: number }) {
  const { t } = useTexts();
  const query = useFormStart(getQueue, { params: { queueId: id } });
  return (
    <QueryView query={query}>
      {(queue) => (
        // Hidden in this way a form still answers whether something in it is unsaved.
        <Tabs defaultValue="queue" keepMounted keepMountedMode="display-none">
          <Tabs.List>
            <Tabs.Tab value="queue">{t('queues:tabs.queue')}</Tabs.Tab>
            <Tabs.Tab value="menu">{t('queues:tabs.menu')}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="queue" className={classes.panel}>
            <QueueForm queue={queue} {...props} />
          </Tabs.Panel>
          <Tabs.Panel value="menu" className={classes.panel}>
            <QueueMenu queueId={queue.id} />
          </Tabs.Panel>
        </Tabs>
      )}
    </QueryView>
  );
}
