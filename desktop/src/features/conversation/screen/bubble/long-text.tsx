import { UnstyledButton } from '@mantine/core';
import { type ComponentProps, useState } from 'react';
import { useTexts } from '../../../../renderer/kit/use-texts.ts';
import classes from './long-text.module.css';
import { RichText } from './rich-text-view.tsx';

/** Whatever is longer fills more than the screen. */
const FOLDED_FROM = { chars: 1_600, lines: 24 };

const isLong = (text: string) =>
  text.length > FOLDED_FROM.chars || text.split('\n', FOLDED_FROM.lines + 1).length > FOLDED_FROM.lines;

/** The text of a message; of a very long one the beginning, until the reader wants all of it. */
export function LongText(props: ComponentProps<typeof RichText>) {
  const { t } = useTexts();
  const [isOpen, setOpen] = useState(false);
  if (!isLong(props.text)) return <RichText {...props} />;
  return (
    <>
      <div className={isOpen ? undefined : classes.folded}>
        <RichText {...props} />
      </div>
      <UnstyledButton className={classes.more} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {t(isOpen ? 'conversation:showLess' : 'conversation:showMore')}
      </UnstyledButton>
    </>
  );
}
