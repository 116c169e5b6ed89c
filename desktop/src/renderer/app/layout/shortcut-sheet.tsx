import { Kbd, Modal, Text } from '@mantine/core';
import { Fragment } from 'react';
import { useTexts } from '../../kit/use-texts.ts';
import classes from './shortcut-sheet.module.css';
import { SHORTCUTS } from './shortcuts.ts';

/** Every shortcut there is, opened by `?`. */
export function ShortcutSheet({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTexts();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size={860}
      title={t('layout:shortcuts.title')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <ShortcutList />
    </Modal>
  );
}

export function ShortcutList() {
  const { t } = useTexts();
  return (
    <div className={classes.sheet}>
      {SHORTCUTS.map(({ place, items }) => (
        <section key={place} className={classes.place}>
          <Text component="h3" fw={600} mb={4}>
            {t(`layout:shortcuts.places.${place}`)}
          </Text>
          <dl className={classes.list}>
            {items.map(({ key, keys }) => (
              <div key={key} className={classes.item}>
                <dt>{t(`layout:shortcuts.${key}`)}</dt>
                <dd className={classes.keys}>
                  {keys.map((name, index) => (
                    <Fragment key={name}>
                      {index > 0 ? ' + ' : null}
                      <Kbd>{name}</Kbd>
                    </Fragment>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}
