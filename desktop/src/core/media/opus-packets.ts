import { AppError } from '@balcao/shared/errors.ts';

/** A recording as its container held it. */
export interface OpusStream {
  /** `OpusHead` (RFC 7845, 5.1): channels, samples to skip at the start. */
  head: Uint8Array;
  packets: Uint8Array[];
}

/** Matroska's names of what a recording consists of; everything else is stepped over. */
const SEGMENT = 0x18538067;
const TRACKS = 0x1654ae6b;
const TRACK_ENTRY = 0xae;
const CLUSTER = 0x1f43b675;
const BLOCK_GROUP = 0xa0;
const CODEC_PRIVATE = 0x63a2;
const SIMPLE_BLOCK = 0xa3;
const BLOCK = 0xa1;

/** Elements whose contents count. Browsers write some of them with an unknown length, so their ends are not looked for. */
const CONTAINERS = new Set([SEGMENT, TRACKS, TRACK_ENTRY, CLUSTER, BLOCK_GROUP]);

/**
 * Takes the Opus packets out of what Chromium's MediaRecorder writes: WebM with one sound track.
 * @throws AppError ERR_VALIDATION for anything else
 */
export function readWebmOpus(bytes: Uint8Array): OpusStream {
  let head: Uint8Array | null = null;
  const packets: Uint8Array[] = [];
  for (const { id, content } of elements(bytes)) {
    if (id === CODEC_PRIVATE) head ??= content;
    if (id === SIMPLE_BLOCK || id === BLOCK) packets.push(packetOf(content));
  }
  if (!head || new TextDecoder().decode(head.subarray(0, 8)) !== 'OpusHead' || packets.length === 0)
    throw notARecording();
  return { head, packets };
}

function* elements(bytes: Uint8Array): Generator<{ id: number; content: Uint8Array }> {
  let at = 0;
  while (at < bytes.length) {
    const id = readNumber(bytes, at, { marker: true });
    const size = readNumber(bytes, at + id.length, { marker: false });
    at += id.length + size.length;
    if (CONTAINERS.has(id.value)) continue;
    if (at + size.value > bytes.length) throw notARecording();
    yield { id: id.value, content: bytes.subarray(at, at + size.value) };
    at += size.value;
  }
}

/** A number of one to eight bytes; leading zero bits say how many. Ids keep the bit that marks the length. */
function readNumber(bytes: Uint8Array, at: number, { marker }: { marker: boolean }) {
  const first = bytes[at] ?? 0;
  const length = Math.clz32(first) - 23;
  if (length > 8 || at + length > bytes.length) throw notARecording();
  let value = marker ? first : first & (0xff >> length);
  for (let n = 1; n < length; n++) value = value * 256 + (bytes[at + n] ?? 0);
  return { value, length };
}

/** After the track's number come a time of two bytes, which the packets tell better, and flags. */
function packetOf(block: Uint8Array): Uint8Array {
  const { length } = readNumber(block, 0, { marker: false });
  const flags = block[length + 2] ?? 0;
  const isLaced = (flags & 0x06) !== 0;
  const packet = block.subarray(length + 3);
  if (isLaced || packet.length === 0) throw notARecording();
  return packet;
}

const notARecording = () => new AppError('ERR_VALIDATION', { field: 'bytes' });

/** Samples of 48 kHz per frame, by the first five bits of a packet (RFC 6716, 3.1). */
const SILK = [480, 960, 1920, 2880];
const HYBRID = [480, 960];
const CELT = [120, 240, 480, 960];

/** How long a packet sounds, in samples of 48 kHz. */
export function samplesOf(packet: Uint8Array): number {
  const toc = packet[0] ?? 0;
  const config = toc >> 3;
  const frame = config < 12 ? SILK[config % 4] : config < 16 ? HYBRID[config % 2] : CELT[config % 4];
  const code = toc & 3;
  const frames = code === 0 ? 1 : code === 3 ? (packet[1] ?? 0) & 0x3f : 2;
  return (frame ?? 0) * frames;
}
