import { OPUS_RATE, oggChecksum } from '@balcao/shared/features/media/ogg-opus.ts';
import { type OpusStream, samplesOf } from './opus-packets.ts';

const FIRST = 2;
const LAST = 4;
/** Players seek by pages: one a second is fine enough. */
const PAGE_SAMPLES = OPUS_RATE;
const PAGE_LACES = 255;

interface Page {
  flags: number;
  /** Where its last packet ends, in samples from the start. */
  granule: number;
  packets: Uint8Array[];
}

/** An Ogg file of these packets (RFC 7845). */
export function writeOggOpus({ head, packets }: OpusStream): Uint8Array {
  const pages: Page[] = [
    { flags: FIRST, granule: 0, packets: [head] },
    { flags: 0, granule: 0, packets: [TAGS] },
    ...soundPages(packets),
  ];
  const last = pages.at(-1);
  if (last) last.flags |= LAST;
  const serial = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
  return Buffer.concat(pages.map((page, sequence) => encode(page, serial, sequence)));
}

function soundPages(packets: readonly Uint8Array[]): Page[] {
  const pages: Page[] = [];
  let granule = 0;
  let samples = 0;
  let laces = 0;
  for (const packet of packets) {
    const page = pages.at(-1);
    granule += samplesOf(packet);
    if (page && samples < PAGE_SAMPLES && laces + lacesOf(packet) <= PAGE_LACES) {
      page.packets.push(packet);
      page.granule = granule;
    } else {
      pages.push({ flags: 0, granule, packets: [packet] });
      samples = 0;
      laces = 0;
    }
    samples += samplesOf(packet);
    laces += lacesOf(packet);
  }
  return pages;
}

/** A packet's length is a row of bytes, of which the last is below 255. */
const lacesOf = (packet: Uint8Array): number => Math.floor(packet.length / 255) + 1;

function encode({ flags, granule, packets }: Page, serial: number, sequence: number): Uint8Array {
  const laces = packets.flatMap((packet) => [
    ...Array<number>(lacesOf(packet) - 1).fill(255),
    packet.length % 255,
  ]);
  const page = Buffer.alloc(27 + laces.length + packets.reduce((sum, { length }) => sum + length, 0));
  page.write('OggS', 0, 'latin1');
  page.writeUInt8(flags, 5);
  page.writeBigInt64LE(BigInt(granule), 6);
  page.writeUInt32LE(serial, 14);
  page.writeUInt32LE(sequence, 18);
  page.writeUInt8(laces.length, 26);
  page.set(laces, 27);
  let at = 27 + laces.length;
  for (const packet of packets) {
    page.set(packet, at);
    at += packet.length;
  }
  page.writeUInt32LE(oggChecksum(page), 22);
  return page;
}

/** The header that names the maker, with no comments. */
const TAGS = Buffer.concat([Buffer.from('OpusTags'), sized('Balcão'), uint32(0)]);

function sized(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([uint32(bytes.length), bytes]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
