import { useBridgeQuery } from '../kit/bridge-query.ts';
import { Loadable } from './loadable.tsx';
import classes from './person-avatar.module.css';

interface Props {
  name: string;
  /** The server's address: `/media/{id}`, on any host. */
  url: string | null;
  /** Pixels. */
  size: number;
}

const HUES = 8;
/** Below it the letters need more of the circle to be read. */
const SMALL_PX = 24;

/** The picture, or the initials on a colour that the name decides, so that a person always looks the same. */
export function PersonAvatar({ name, url, size }: Props) {
  const mediaId = url ? /\/media\/([\da-f-]{36})/.exec(url)?.[1] : undefined;
  return (
    <span
      className={classes.root}
      data-hue={hueOf(name)}
      style={{ width: size, height: size, fontSize: size * (size < SMALL_PX ? 0.5 : 0.38) }}
    >
      {/* The style sheet draws the initials: they are no text, and a screen reader reads the name itself. */}
      <span className={classes.initials} data-initials={initialsOf(name)} />
      {mediaId ? <Picture key={mediaId} mediaId={mediaId} size={size} /> : null}
    </span>
  );
}

/** Lies on the initials, which show until it is there, and while it cannot be loaded. */
function Picture({ mediaId, size }: { mediaId: string; size: number }) {
  const { data: info } = useBridgeQuery('app.info', null);
  if (!info) return null;
  return (
    <Loadable>
      {(onFailed) => (
        <img
          className={classes.picture}
          src={`${info.mediaBase}${mediaId}.thumbnail`}
          alt=""
          width={size}
          height={size}
          onError={onFailed}
        />
      )}
    </Loadable>
  );
}

export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => /^[\p{L}\p{N}]/u.test(word));
  const [first, ...rest] = words;
  const last = rest.at(-1);
  return (
    [first, last]
      .map((word) => (word ? [...word][0] : ''))
      .join('')
      .toUpperCase() || '#'
  );
}

function hueOf(name: string): number {
  let hash = 0;
  for (const char of name) hash = (hash * 31 + (char.codePointAt(0) ?? 0)) >>> 0;
  return hash % HUES;
}
