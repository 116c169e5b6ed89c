/**
 * Which files may be sent to customers at all; a file's bytes decide its type, and its name only where they do not.
 */

/** Programs and what starts them: a customer's computer runs them at a double click. */
const DENIED_TYPES: ReadonlySet<string> = new Set([
  'application/x-msdownload',
  'application/x-elf',
  'application/x-mach-binary',
  'application/x-msi',
  'application/x.ms.shortcut',
  'application/x.apple.alias',
  'application/vnd.android.package-archive',
  'application/x-apple-diskimage',
  'application/java-vm',
  'application/wasm',
]);

const DENIED_EXTENSIONS: ReadonlySet<string> = new Set(
  (
    'apk app bat chm cmd com cpl dll dmg exe gadget hta inf jar js jse lnk mjs msc msi msp pif ps1 psm1 reg ' +
    'scf scr sct sh sys url vb vbe vbs wsc wsf wsh xll'
  ).split(' '),
);

/** Whether a file with this type and name is a program, which must not be opened; `a.pdf.exe` is what it ends with. */
export function isDeniedFile(file: { mime: string | null; name: string }): boolean {
  if (file.mime !== null && DENIED_TYPES.has(essence(file.mime))) return true;
  // Windows drops dots and spaces at the end.
  const extension = /\.([^.]+)$/.exec(file.name.replace(/[. ]+$/, ''))?.[1];
  return extension !== undefined && DENIED_EXTENSIONS.has(extension.toLowerCase());
}

const essence = (mime: string) => mime.split(';', 1)[0]?.trim().toLowerCase() ?? '';
