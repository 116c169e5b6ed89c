import { getQueue, type QueueView } from '@balcao/shared/features/queues/calls.ts';
import { Button, Tabs } from '@mantine/core';
import { IconDeviceMobileMessage } from '@tabler/icons-react';
import { FormDialog } from '../../../renderer/components/form-dialog.tsx';
import { QueryView } from '../../../renderer/components/query-view.tsx';
import { useFormStart } from '../../../renderer/kit/use-form-start.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { Phone } from './phone/phone.tsx';
import { QueueForm } from './queue-form.tsx';
import { QueueMenu } from './queue-menu.tsx';
import classes from './queues.module.css';

interface Props {
  queue: QueueView | 'new' | null;
  others: readonly QueueView[];
  /** Each queue has its own business hours: the setting `scheduleType` is `queue`. */
  ownHours: boolean;
  /** A customer's phone beside it, to try what is saved. */
  phone: { isShown: boolean; show: (isShown: boolean) => void; contactName: string };
  onClose: () => void;
}

/** Form and phone side by side. */
const WITH_PHONE_PX = 1180;

/** A queue's fields and texts, its hours, and its menu, which is saved separately. */
export function QueueDialog({ queue, phone, ...props }: Props) {
  const { t } = useTexts();
  return (
    <FormDialog
      value={queue}
      title={(shown) => (shown === 'new' ? t('queues:addTitle') : t('queues:editTitle'))}
      size={phone.isShown && queue !== 'new' ? WITH_PHONE_PX : 'xl'}
      onClose={props.onClose}
    >
      {(shown) =>
        shown === 'new' ? (
          <QueueForm queue={null} {...props} />
        ) : (
          <KnownQueue key={shown.id} id={shown.id} phone={phone} {...props} />
        )
      }
    </FormDialog>
  );
}

function KnownQueue({ id, phone, ...props }: Omit<Props, 'queue'> & { id: number }) {
  const { t } = useTexts();
  const query = useFormStart(getQueue, { params: { queueId: id } });
  return (
    <QueryView query={query}>
      {(queue) => (
        <div className={classes.sides} data-with-phone={phone.isShown || undefined}>
          {/* Hidden in this way a form still answers whether something in it is unsaved. */}
          <Tabs
            className={classes.forms}
            defaultValue={phone.isShown ? 'menu' : 'queue'}
            keepMounted
            keepMountedMode="display-none"
          >
            <div className={classes.tabs}>
              <Tabs.List>
                <Tabs.Tab value="queue">{t('queues:tabs.queue')}</Tabs.Tab>
                <Tabs.Tab value="menu">{t('queues:tabs.menu')}</Tabs.Tab>
              </Tabs.List>
              {phone.isShown ? null : (
                <Button
                  size="xs"
                  variant="light"
                  leftSection={<IconDeviceMobileMessage size={16} aria-hidden />}
                  onClick={() => phone.show(true)}
                >
                  {t('queues:phone.try')}
                </Button>
              )}
            </div>
            <Tabs.Panel value="queue" className={classes.panel}>
              <QueueForm queue={queue} {...props} />
            </Tabs.Panel>
            <Tabs.Panel value="menu" className={classes.panel}>
              <QueueMenu queueId={queue.id} />
            </Tabs.Panel>
          </Tabs>
          {phone.isShown ? (
            <aside className={classes.beside}>
              <Phone queue={queue} contactName={phone.contactName} onClose={() => phone.show(false)} />
            </aside>
          ) : null}
        </div>
      )}
    </QueryView>
  );
}
