import { Kbd, Text } from '@mantine/core';
import { Fragment } from 'react';
import { useFrame } from '../kit/frame-context.ts';
import { useTexts } from '../kit/use-texts.ts';
import classes from './shortcut-list.module.css';

/** Every shortcut there is, by place. */
export function ShortcutList() {
  const { t } = useTexts();
  const { shortcuts } = useFrame();
  return (
    <div className={classes.sheet}>
      {shortcuts.map(({ place, items }) => (
        <section key={place} className={classes.place}>
          <Text component="h3" fw={600} mb={4}>
            {t(`layout:shortcuts.places.${place}`)}
          </Text>
          <dl className={classes.list}>
            {items.map(({ text, keys }) => (
              <div key={text} className={classes.item}>
                <dt>{t(text)}</dt>
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
