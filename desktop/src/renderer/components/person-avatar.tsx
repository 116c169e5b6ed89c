import { useState } from 'react';
import classes from './person-avatar.module.css';

interface Props {
  name: string;
  url: string | null;
  /** Pixels. */
  size: number;
}

const HUES = 8;

/** The picture, or the initials on a colour that the name decides, so that a person always looks the same. */
export function PersonAvatar({ name, url, size }: Props) {
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null);
  return (
    <span
      className={classes.root}
      data-hue={hueOf(name)}
      style={{ width: size, height: size, fontSize: size * 0.38 }}
    >
      {url && url !== brokenUrl ? (
        <img
          className={classes.picture}
          src={url}
          alt=""
          width={size}
          height={size}
          onError={() => setBrokenUrl(url)}
        />
      ) : (
        // Drawn by the style sheet: they are no text, and whoever listens hears the name itself.
        <span className={classes.initials} data-initials={initialsOf(name)} />
      )}
    </span>
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
