/** Voice notes: Opus in Ogg (RFC 3533, RFC 7845), the only form that every phone shows as a voice note. */

/** Granule positions count samples of this rate, whatever the microphone's was. */
export const OPUS_RATE = 48_000;

export interface OggPage {
  /** 1 continued packet, 2 first page, 4 last page. */
  flags: number;
  granule: number;
  serial: number;
  sequence: number;
  packets: Uint8Array[];
  /** The checksum proves that no byte was damaged. */
  intact: boolean;
}

/** Whole seconds (at least 1) that an Ogg file with Opus sounds; null for any other bytes. */
export function secondsOfOpus(bytes: Uint8Array): number | null {
  const pages = readPages(bytes);
  const head = pages?.[0]?.packets[0];
  if (!pages || !head || ascii(head, 0, 8) !== 'OpusHead' || head.length < 19) return null;
  const preSkip = viewOf(head).getUint16(10, true);
  // A page on which no packet ends has -1.
  const end = Math.max(...pages.map(({ granule }) => granule));
  return Math.max(1, Math.round((end - preSkip) / OPUS_RATE));
}

/** All pages; null when the bytes are no sequence of Ogg pages. Packets that go over pages are left out. */
export function readPages(bytes: Uint8Array): OggPage[] | null {
  const pages: OggPage[] = [];
  let at = 0;
  while (at < bytes.length) {
    const page = readPage(bytes, at);
    if (!page) return null;
    pages.push(page.page);
    at = page.end;
  }
  return pages;
}

function readPage(bytes: Uint8Array, start: number): { page: OggPage; end: number } | null {
  if (bytes.length < start + 27 || ascii(bytes, start, 4) !== 'OggS' || bytes[start + 4] !== 0) return null;
  const view = viewOf(bytes);
  const count = view.getUint8(start + 26);
  const body = start + 27 + count;
  if (bytes.length < body) return null;
  const packets: Uint8Array[] = [];
  let from = body;
  let at = body;
  for (const lace of bytes.subarray(start + 27, body)) {
    at += lace;
    if (lace === 255) continue;
    packets.push(bytes.subarray(from, at));
    from = at;
  }
  if (bytes.length < at) return null;
  const page = {
    flags: view.getUint8(start + 5),
    granule: Number(view.getBigInt64(start + 6, true)),
    serial: view.getUint32(start + 14, true),
    sequence: view.getUint32(start + 18, true),
    packets,
    intact: view.getUint32(start + 22, true) === oggChecksum(bytes.subarray(start, at)),
  };
  return { page, end: at };
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 24;
  for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000_0000 ? (crc << 1) ^ 0x04c1_1db7 : crc << 1;
  return crc >>> 0;
});

/** The checksum of a page: its own four bytes count as zero (RFC 3533, section 6). */
export function oggChecksum(page: Uint8Array): number {
  let crc = 0;
  for (let n = 0; n < page.length; n++) {
    const byte = n >= 22 && n < 26 ? 0 : (page[n] ?? 0);
    crc = ((crc << 8) ^ (CRC_TABLE[((crc >>> 24) ^ byte) & 0xff] ?? 0)) >>> 0;
  }
  return crc;
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const ascii = (bytes: Uint8Array, at: number, length: number) =>
  String.fromCharCode(...bytes.subarray(at, at + length));
