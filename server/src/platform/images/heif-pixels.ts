import { open, readFile } from 'node:fs/promises';

/** Red, green, blue and opacity of each pixel, the way up as it is looked at. */
interface Pixels {
  data: Uint8ClampedArray;
  width: number;
  height: number;
}

/** Phones take half as many. All pixels lie in memory several times while they are decoded. */
const MAX_HEIF_PIXELS = 25e6;

/** Whether a file is made of boxes, as HEIC is; of the other pictures that are made smaller here only AVIF is too. */
export async function isHeif(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { buffer } = await handle.read(Buffer.alloc(12), 0, 12, 0);
    return buffer.toString('latin1', 4, 8) === 'ftyp' && !isAvif(buffer);
  } finally {
    await handle.close();
  }
}

const isAvif = (start: Buffer): boolean => ['avif', 'avis'].includes(start.toString('latin1', 8, 12));

/** Decodes the picture of a HEIC file; the others in it are depths, and smaller ones. */
export async function readHeifPixels(file: string): Promise<Pixels> {
  // Most processes that make pictures smaller never meet one, and the library weighs 40 MB.
  const { default: libheif } = await import('libheif-js/wasm-bundle.js');
  const images = new libheif.HeifDecoder().decode(await readFile(file));
  const image = images.find((one) => one.is_primary()) ?? images[0];
  if (!image) throw new Error('no picture');
  const [width, height] = [image.get_width(), image.get_height()];
  if (width * height > MAX_HEIF_PIXELS) throw new Error('too many pixels');
  const data = new Uint8ClampedArray(width * height * 4);
  const { promise, resolve } = Promise.withResolvers<object | null>();
  image.display({ data, width, height }, resolve);
  const isDecoded = (await promise) !== null;
  for (const one of images) one.free();
  if (!isDecoded) throw new Error('no pixels');
  return { data, width, height };
}
