import type { RouteOutput } from '@balcao/shared/contract/call.ts';
import type { mailPage } from '@balcao/shared/features/messages/mail-page.ts';
import { useEffect, useState } from 'react';
import classes from './page-frame.module.css';

type Page = RouteOutput<typeof mailPage>;

/** Nothing in it runs and nothing is submitted; a link opens apart. Its policy is the console's: it asks nobody outside. */
const ALLOWED = 'allow-same-origin allow-popups allow-popups-to-escape-sandbox';
/** Mails are written for white paper. */
const PAPER = 'margin:0;padding:16px;background:#fff;color:#222;font:14px/1.5 sans-serif;color-scheme:light';

/** The page of a mail, in a frame in which no script runs. */
export function PageFrame({ title, page }: { title: string; page: Page }) {
  const [frame, setFrame] = useState<Document | null>(null);
  useEffect(() => {
    if (frame) fill(frame, page);
  }, [frame, page]);
  return (
    <iframe
      className={classes.frame}
      title={title}
      sandbox={ALLOWED}
      srcDoc="<!doctype html><title></title>"
      onLoad={({ currentTarget }) => setFrame(currentTarget.contentDocument)}
    />
  );
}

/** The policy takes no style that stands in markup, so each is set. */
function fill(frame: Document, { html, files, pictures }: Page): void {
  const read = new DOMParser().parseFromString(html, 'text/html');
  frame.body.style.cssText = PAPER;
  frame.body.replaceChildren(...read.body.childNodes);
  for (const element of frame.querySelectorAll<HTMLElement>('[data-style]'))
    element.style.cssText = element.dataset.style ?? '';
  for (const picture of frame.images) {
    const { file, picture: outside } = picture.dataset;
    const shown =
      files.find(({ place }) => String(place) === file) ??
      pictures.find(({ place }) => String(place) === outside);
    picture.style.maxWidth = '100%';
    if (shown) picture.src = shown.data;
  }
}
