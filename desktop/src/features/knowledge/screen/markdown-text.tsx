import Markdown, { type Components } from 'react-markdown';
import classes from './markdown-text.module.css';

/**
 * The page has its own title: headings of a text stand below it. Links lead out of the console; one that leads to no page
 * of the web is text.
 */
const COMPONENTS: Components = {
  h1: 'h2',
  h2: 'h3',
  h3: 'h4',
  h4: 'h5',
  h5: 'h6',
  a: ({ href, children }) =>
    href ? (
      <a href={href} target="_blank" rel="noopener noreferrer">
        {children}
      </a>
    ) : (
      children
    ),
};

/** A text in Markdown. HTML in it is shown as it was typed; a picture would tell its server who reads. */
export function MarkdownText({ text }: { text: string }) {
  return (
    <div className={classes.root}>
      <Markdown components={COMPONENTS} disallowedElements={['img']}>
        {text}
      </Markdown>
    </div>
  );
}
