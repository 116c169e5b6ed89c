import { fileAt, placeOfPicture } from '@balcao/shared/features/knowledge/files.ts';
import type { ArticleFileView } from '@balcao/shared/features/knowledge/row.ts';
import { isPreviewed } from '@balcao/shared/features/media/media-kind.ts';
import { IconPaperclip } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import Markdown, { type Components } from 'react-markdown';
import { Loadable } from '../../../renderer/components/loadable.tsx';
import { UnloadedFile } from '../../../renderer/components/missing-file.tsx';
import { useBridgeQuery } from '../../../renderer/kit/bridge-query.ts';
import { useFileSize } from '../../../renderer/kit/use-file-size.ts';
import classes from './markdown-text.module.css';

interface Props {
  text: string;
  /** What is known of the files that it shows or offers. */
  files: readonly ArticleFileView[];
}

/** As wide as a text is. */
const MOST_PX = 720;

/** The page has its own title: headings of a text stand below it. */
const HEADINGS: Components = { h1: 'h2', h2: 'h3', h3: 'h4', h4: 'h5', h5: 'h6' };

/**
 * A text in Markdown. HTML in it is shown as it was typed. Links lead out of the console; one that leads to no page of the web
 * is text. A picture from elsewhere is its words: it would tell its server who reads.
 */
export function MarkdownText({ text, files }: Props) {
  const { data: info } = useBridgeQuery('app.info', null);
  const found = (address: string | undefined) => {
    const id = fileAt(address ?? '');
    if (id === null || !info) return null;
    return { url: `${info.mediaBase}${id}`, file: files.find((one) => one.id === id) };
  };
  const components: Components = {
    ...HEADINGS,
    a: ({ href, children }) => {
      const own = found(href);
      if (own) return <FileLink {...own}>{children}</FileLink>;
      return href ? (
        <a href={href} target="_blank" rel="noopener noreferrer">
          {children}
        </a>
      ) : (
        children
      );
    },
    img: ({ src, alt = '' }) => {
      const own = found(String(src));
      if (!own) return alt;
      const isPicture = own.file?.mime.startsWith('image/') ?? true;
      return isPicture ? (
        <Picture {...own} words={alt} />
      ) : (
        <FileLink {...own}>{alt || own.file?.name}</FileLink>
      );
    },
  };
  return (
    <div className={classes.root}>
      <Markdown components={components}>{text}</Markdown>
    </div>
  );
}

interface OwnFile {
  url: string;
  /** Undefined: it has just been brought. */
  file: ArticleFileView | undefined;
}

function Picture({ url, file, words }: OwnFile & { words: string }) {
  const place = file ? placeOfPicture(file, MOST_PX) : null;
  const style = place ? { width: place.width, aspectRatio: place.width / place.height } : {};
  return (
    <Loadable
      key={url}
      instead={(retry, isLive) => <UnloadedFile isLive={isLive} onRetry={retry} place={{ style }} />}
    >
      {(onFailed) => (
        <img
          className={classes.picture}
          style={style}
          src={file && isPreviewed(file.mime) ? `${url}.thumbnail` : url}
          alt={words}
          decoding="async"
          onError={onFailed}
        />
      )}
    </Loadable>
  );
}

function FileLink({ url, file, children }: OwnFile & { children: ReactNode }) {
  const fileSize = useFileSize();
  return (
    <a href={url} download={file?.name || true} className={classes.file}>
      <IconPaperclip size={16} stroke={1.6} aria-hidden />
      {children}
      {file?.size ? <span className={classes.size}>{fileSize(file.size)}</span> : null}
    </a>
  );
}
