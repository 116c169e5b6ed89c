import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { cleanImage } from './clean-image.ts';

const SECRET = 'SECRET-OF-THE-MAKER';
const FORMATS = ['jpeg', 'png', 'webp', 'gif', 'avif', 'tiff'] as const;

/** A picture that says where it was taken, by whom and with what, of noise so that every byte counts. */
async function picture(format: (typeof FORMATS)[number], orientation = 1): Promise<Buffer> {
  const pixels = Buffer.from(Array.from({ length: 60 * 40 * 3 }, (_, at) => (at * 7919) % 256));
  const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><a>${SECRET}</a></x:xmpmeta>`;
  const image = sharp(pixels, { raw: { width: 60, height: 40, channels: 3 } });
  if (format === 'gif') return withGifWords(await image.gif().toBuffer());
  if (format === 'tiff')
    return withTiffWords(await image.tiff({ compression: 'lzw', tile: true }).toBuffer());
  return image
    .withExif({
      IFD0: { Artist: SECRET, Copyright: SECRET, Make: SECRET },
      IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '23/1 33/1 0/1' },
    })
    .withXmp(xmp)
    .withMetadata({ orientation })
    .toFormat(format, format === 'jpeg' ? { progressive: true } : { lossless: true })
    .toBuffer();
}

/** A comment, and XMP as Adobe writes it: bytes that are no blocks, and a tail that ends the chain wherever it is read. */
function withGifWords(gif: Buffer): Buffer {
  const comment = Buffer.concat([
    Buffer.from([0x21, 0xfe, SECRET.length]),
    Buffer.from(SECRET),
    Buffer.alloc(1),
  ]);
  const tail = Buffer.from(Array.from({ length: 257 }, (_, at) => (at === 0 ? 1 : 256 - at)));
  const xmp = Buffer.concat([
    Buffer.from([0x21, 0xff, 11]),
    Buffer.from(`XMP DataXMP<x:xmpmeta xmlns:x="adobe:ns:meta/">${SECRET}</x:xmpmeta>`),
    tail,
    Buffer.alloc(1),
  ]);
  return Buffer.concat([gif.subarray(0, -1), comment, xmp, gif.subarray(-1)]);
}

/** With an artist, and a directory of where it was taken, as cameras write them. */
function withTiffWords(tiff: Buffer): Buffer {
  const [first, artist] = [tiff.readUInt32LE(4), Buffer.from(`${SECRET}\0\0`)];
  const count = tiff.readUInt16LE(first);
  const old = tiff.subarray(first + 2, first + 2 + count * 12);
  const artistAt = tiff.length + (tiff.length % 2);
  const gpsAt = artistAt + artist.length + (artist.length % 2);
  const entry = (tag: number, type: number, values: number, at: number) => {
    const bytes = Buffer.alloc(12);
    bytes.writeUInt16LE(tag, 0);
    bytes.writeUInt16LE(type, 2);
    bytes.writeUInt32LE(values, 4);
    bytes.writeUInt32LE(at, 8);
    return bytes;
  };
  const directory = (entries: Buffer[]) => {
    const head = Buffer.alloc(2);
    head.writeUInt16LE(entries.length);
    return Buffer.concat([head, ...entries, Buffer.alloc(4)]);
  };
  const gps = directory([entry(1, 2, 2, 'S'.charCodeAt(0)), entry(29, 2, artist.length, artistAt)]);
  const entries = Array.from({ length: count }, (_, n) => old.subarray(n * 12, n * 12 + 12));
  const own = [entry(315, 2, artist.length, artistAt), entry(34853, 4, 1, gpsAt)];
  const all = [...entries, ...own].toSorted((a, b) => a.readUInt16LE(0) - b.readUInt16LE(0));
  const made = Buffer.alloc(gpsAt + gps.length);
  tiff.copy(made);
  artist.copy(made, artistAt);
  gps.copy(made, gpsAt);
  made.writeUInt32LE(made.length, 4);
  return Buffer.concat([made, directory(all)]);
}

const pixelsOf = (bytes: Buffer) => sharp(bytes).raw().toBuffer();
const cleaned = (format: string, bytes: Buffer) => {
  const image = cleanImage(`image/${format}`, bytes);
  return image && { ...image, bytes: Buffer.concat(image.parts) };
};

describe.each(FORMATS)('%s', (format) => {
  it('keeps every pixel and nothing of its maker (research row 23)', async () => {
    const before = await picture(format);
    expect(before.toString('latin1')).toContain(SECRET);
    const after = cleaned(format, before);
    expect(after).toMatchObject({ width: 60, height: 40 });
    const bytes = after?.bytes ?? Buffer.alloc(0);
    expect(bytes.toString('latin1')).not.toMatch(/SECRET|Exif|EXIF|XMP|GPS|adobe:ns/);
    const { exif, xmp, iptc } = await sharp(bytes).metadata();
    expect([exif, xmp, iptc]).toEqual([undefined, undefined, undefined]);
    expect(await pixelsOf(bytes)).toEqual(await pixelsOf(before));
  });

  it('is the same when it is cleaned again', async () => {
    const once = cleaned(format, await picture(format))?.bytes ?? Buffer.alloc(0);
    expect(cleaned(format, once)?.bytes).toEqual(once);
  });

  it('drops what comes after its end: a polyglot is a picture and nothing else (row 23)', async () => {
    const tail = Buffer.from(`PK\u0003\u0004<script>alert('${SECRET}')</script>`);
    const after = cleaned(format, Buffer.concat([await picture(format), tail]));
    expect(after?.bytes.toString('latin1')).not.toMatch(/SECRET|<script/);
  });

  it('survives whatever has been done to its bytes', async () => {
    const bytes = await picture(format);
    const damage = fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { maxLength: 40 });
    fc.assert(
      fc.property(damage, fc.nat(bytes.length), (changes, length) => {
        const broken = Buffer.from(bytes.subarray(0, length));
        for (const [at, value] of changes) if (at < length) broken[at] = value;
        const image = cleanImage(`image/${format}`, broken);
        if (!image) return;
        expect(image.width * image.height).toBeGreaterThan(0);
        expect(image.parts.reduce((sum, part) => sum + part.length, 0)).toBeLessThanOrEqual(length + 64);
      }),
      { numRuns: 500 },
    );
  });
});

it('knows what an iPhone makes by its boxes, whatever codes its pixels', async () => {
  // Nothing here writes HEVC: the same boxes under its names.
  const heic = Buffer.from((await picture('avif')).toString('latin1').replaceAll('av01', 'hvc1'), 'latin1');
  const after = cleaned('heic', heic);
  expect(after).toMatchObject({ width: 60, height: 40 });
  expect(after?.bytes.length).toBe(heic.length);
  expect(after?.bytes.toString('latin1')).not.toMatch(/SECRET|adobe:ns/);
  // With a film that is none it is taken for no picture.
  expect(cleaned('heic', Buffer.concat([heic, Buffer.from('\0\0\0\x08moov', 'latin1')]))).toBeNull();
});

it('keeps which side is up, and says the size as it is shown', async () => {
  for (const orientation of [1, 3, 6, 8]) {
    const after = cleaned('jpeg', await picture('jpeg', orientation));
    const metadata = await sharp(after?.bytes).metadata();
    expect(metadata.orientation ?? 1).toBe(orientation);
    const size = orientation >= 5 ? { width: 40, height: 60 } : { width: 60, height: 40 };
    expect(after).toMatchObject(size);
    expect(after?.bytes.toString('latin1')).not.toContain(SECRET);
  }
});

it('takes for no picture what claims more pixels than anybody needs (row 23)', async () => {
  const png = await picture('png');
  for (const [width, height] of [
    [10_000, 10_000],
    [0xffffffff, 0xffffffff],
    [0, 10],
  ] as const) {
    png.writeUInt32BE(width, 16);
    png.writeUInt32BE(height, 20);
    expect(cleanImage('image/png', png)).toBeNull();
  }
});
