import type { BrowserWindow, ContextMenuParams, MenuItemConstructorOptions } from 'electron';
import type { ElectronApi } from './api.ts';
import { isExternalLink, isMediaFile } from './locations.ts';

export interface ContextMenuTexts {
  cut: string;
  copy: string;
  paste: string;
  selectAll: string;
  copyLink: string;
  copyImage: string;
  saveImage: string;
  addToDictionary: string;
  noSuggestions: string;
}

type Electron = Pick<ElectronApi, 'Menu' | 'clipboard'>;

/** The context menu: everything that the page's own menus do not offer. */
export function addContextMenu(
  electron: Electron,
  window: BrowserWindow,
  texts: () => ContextMenuTexts,
): void {
  window.webContents.on('context-menu', (_event, params) => {
    const items = contextMenu(electron, window, params, texts());
    if (items.length > 0) electron.Menu.buildFromTemplate(items).popup({ window });
  });
}

function contextMenu(
  electron: Electron,
  window: BrowserWindow,
  params: ContextMenuParams,
  texts: ContextMenuTexts,
): MenuItemConstructorOptions[] {
  const groups = [
    spelling(window, params, texts),
    ofLink(electron, params, texts),
    ofImage(window, params, texts),
    editing(params, texts),
  ];
  return groups
    .filter((group) => group.length > 0)
    .flatMap((group, index) => (index > 0 ? [{ type: 'separator' as const }, ...group] : group));
}

function spelling(
  { webContents }: BrowserWindow,
  { misspelledWord, dictionarySuggestions }: ContextMenuParams,
  texts: ContextMenuTexts,
): MenuItemConstructorOptions[] {
  if (!misspelledWord) return [];
  const suggestions = dictionarySuggestions.map((word) => ({
    label: word,
    click: () => webContents.replaceMisspelling(word),
  }));
  return [
    ...(suggestions.length > 0 ? suggestions : [{ label: texts.noSuggestions, enabled: false }]),
    {
      label: texts.addToDictionary,
      click: () => void webContents.session.addWordToSpellCheckerDictionary(misspelledWord),
    },
  ];
}

function ofLink({ clipboard }: Electron, { linkURL }: ContextMenuParams, texts: ContextMenuTexts) {
  if (!isExternalLink(linkURL)) return [];
  // Another program may hold the clipboard; the user can copy the link again.
  const copy = () => void clipboard.writeText(linkURL).catch(() => {});
  return [{ label: texts.copyLink, click: copy }];
}

function ofImage(
  { webContents }: BrowserWindow,
  { hasImageContents, srcURL, x, y }: ContextMenuParams,
  texts: ContextMenuTexts,
) {
  if (!hasImageContents) return [];
  return [
    { label: texts.copyImage, click: () => webContents.copyImageAt(x, y) },
    ...(isMediaFile(srcURL)
      ? [{ label: texts.saveImage, click: () => webContents.downloadURL(srcURL) }]
      : []),
  ];
}

function editing(
  { isEditable, selectionText, editFlags }: ContextMenuParams,
  texts: ContextMenuTexts,
): MenuItemConstructorOptions[] {
  if (!isEditable) return selectionText.trim() ? [{ label: texts.copy, role: 'copy' }] : [];
  return [
    { label: texts.cut, role: 'cut', enabled: editFlags.canCut },
    { label: texts.copy, role: 'copy', enabled: editFlags.canCopy },
    { label: texts.paste, role: 'paste', enabled: editFlags.canPaste },
    { label: texts.selectAll, role: 'selectAll', enabled: editFlags.canSelectAll },
  ];
}
