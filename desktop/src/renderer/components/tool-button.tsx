import type { ComponentProps } from 'react';
import classes from './tool-button.module.css';

/** A quiet button with an icon; a single element, because a dozen of them come with every conversation that is opened. */
export function ToolButton(props: ComponentProps<'button'>) {
  return <button type="button" {...props} className={`${classes.root} mantine-focus-auto mantine-active`} />;
}
