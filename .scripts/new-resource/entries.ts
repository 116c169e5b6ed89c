import type { Names } from './names.ts';

/** A line of a registry. */
interface Entry {
  path: string;
  /** @returns the file with the entry; the same text when there is no place for it */
  add(text: string): string;
}

/** Imports are sorted by the formatter afterwards. */
const withImport = (line: string, text: string) => `${line}\n${text}`;

/** Puts a line at the end of the list that begins with `start`. */
function atEndOf(start: string, line: string, text: string): string {
  const from = text.indexOf(start);
  const end = text.slice(from).search(/\n[\]}]/);
  if (from < 0 || end < 0) return text;
  const at = from + end;
  return `${text.slice(0, at)}\n  ${line}${text.slice(at)}`;
}

const listed = (path: string, from: string, list: string, line: string): Entry => ({
  path,
  add(text) {
    const added = atEndOf(list, line, text);
    return added === text ? text : withImport(from, added);
  },
});

/** Another set of entities is another protocol, and consoles that do not know an entity cannot read its rows. */
const raisedProtocol = (text: string): string => {
  const next = Number(/PROTOCOL = (\d+)/.exec(text)?.[1]) + 1;
  return text.replaceAll(/(export const (?:MIN_)?PROTOCOL =) \d+/g, `$1 ${next}`);
};

/** Where a resource is named besides its own files. The compiler or a test asks for each that is forgotten. */
export function entriesOf({ camels, kebabs }: Names): Entry[] {
  return [
    listed(
      'shared/src/features.ts',
      `import { ${camels} } from './features/${kebabs}/index.ts';`,
      'export const FEATURES',
      `${camels},`,
    ),
    listed(
      'shared/src/calls.ts',
      `import * as ${camels} from './features/${kebabs}/calls.ts';`,
      'export const CALLS',
      `${camels},`,
    ),
    { path: 'shared/src/sync/protocol.ts', add: raisedProtocol },
    listed(
      'server/src/modules.ts',
      `import { ${camels}Module } from './modules/${kebabs}/${kebabs}.module.ts';`,
      'export const MODULES',
      `${camels}Module,`,
    ),
    listed(
      'desktop/src/renderer/app/features.ts',
      `import { ${camels} } from '../../features/${kebabs}/screen/index.ts';`,
      'const BESIDE_SETTINGS',
      `${camels},`,
    ),
  ];
}
