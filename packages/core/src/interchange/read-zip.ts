import { Inflate } from "fflate";
import type { CarriedFile } from "./carried.ts";
import { unsafeReason } from "./safe-path.ts";

export interface ZipLimits {
  /** Most entries that are looked at. */
  entries: number;
  /** Largest file, and largest sum of all files, unpacked. */
  fileBytes: number;
  bytes: number;
}

/** Limits of a session that is brought in. */
export const IMPORT_LIMITS: ZipLimits = { entries: 2_000, fileBytes: 1_000_000, bytes: 20_000_000 };

export const ZIP_FAULTS = [
  "no_zip",
  "too_many_files",
  "too_large",
  "encrypted",
  "link",
  "unsafe_name",
  "duplicate_name",
  "damaged",
  "unknown_method",
] as const;
export type ZipFault = (typeof ZIP_FAULTS)[number];

export interface ZipProblem {
  /** Its path in the archive; empty: the archive itself. */
  path: string;
  fault: ZipFault;
  reason: string;
}

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const LOCAL_ENTRY = 0x04034b50;
const END_BYTES = 22;
const COMMENT_MAX = 65_535;
const STORED = 0;
const DEFLATED = 8;
const ENCRYPTED = 1;
/** Kind of file in Unix's terms, in the upper half of an entry's attributes. */
const FILE_KIND = 0o170000;
const LINK = 0o120000;
/** Packed bytes at a time: they unpack to at most a thousand times as much. */
const PIECE = 4_096;

interface Entry {
  path: string;
  flags: number;
  method: number;
  crc: number;
  packed: number;
  size: number;
  isLink: boolean;
  at: number;
}

/**
 * The files of an archive that somebody else made, as far as they fit the limits; always returns. No more is written to
 * memory than the limits allow, whatever the archive says about itself.
 *
 * @source APPNOTE 6.3.10, sections 4.3 and 4.4
 */
export function readZip(bytes: Uint8Array, limits: ZipLimits): { files: CarriedFile[]; problems: ZipProblem[] } {
  const problems: ZipProblem[] = [];
  const files: CarriedFile[] = [];
  const entries = entriesIn(bytes, limits.entries, problems);
  const taken = new Set<string>();
  let left = limits.bytes;
  for (const entry of entries) {
    const { path } = entry;
    const fault = faultOf(entry, taken, Math.min(limits.fileBytes, left));
    if (fault) {
      problems.push({ path, ...fault });
      continue;
    }
    taken.add(path.toLowerCase());
    const unpacked = unpack(bytes, entry);
    if (unpacked === null) {
      problems.push({ path, fault: "damaged", reason: "It can't be unpacked." });
      continue;
    }
    left -= unpacked.byteLength;
    files.push({ path, bytes: unpacked });
  }
  return { files, problems };
}

function faultOf(
  { path, flags, method, size, isLink }: Entry,
  taken: ReadonlySet<string>,
  max: number,
): Pick<ZipProblem, "fault" | "reason"> | null {
  const unsafe = unsafeReason(path);
  if (unsafe) return { fault: "unsafe_name", reason: `Its name ${unsafe}.` };
  if (isLink) return { fault: "link", reason: "It is a link. Links are not followed." };
  if (taken.has(path.toLowerCase())) return { fault: "duplicate_name", reason: "Another file has its name." };
  if (flags & ENCRYPTED) return { fault: "encrypted", reason: "It is encrypted." };
  if (method !== STORED && method !== DEFLATED)
    return { fault: "unknown_method", reason: "It is packed in a way that is not known here." };
  if (size > max) return { fault: "too_large", reason: `It has ${size} bytes, which is too many.` };
  return null;
}

function entriesIn(bytes: Uint8Array, max: number, problems: ZipProblem[]): Entry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = endOf(view);
  if (end === null) {
    problems.push({ path: "", fault: "no_zip", reason: "It is no zip, or its end is missing." });
    return [];
  }
  const count = view.getUint16(end + 10, true);
  const entries: Entry[] = [];
  let at = view.getUint32(end + 16, true);
  for (let i = 0; i < count; i++) {
    if (entries.length >= max) {
      const reason = `It has more than ${max} files; the others are left out.`;
      problems.push({ path: "", fault: "too_many_files", reason });
      break;
    }
    if (at + 46 > view.byteLength || view.getUint32(at, true) !== DIRECTORY_ENTRY) {
      problems.push({ path: "", fault: "damaged", reason: "Its list of files breaks off." });
      break;
    }
    const nameBytes = view.getUint16(at + 28, true);
    const path = nameIn(bytes.subarray(at + 46, at + 46 + nameBytes));
    const kind = (view.getUint32(at + 38, true) >>> 16) & FILE_KIND;
    const entry = {
      path,
      flags: view.getUint16(at + 8, true),
      method: view.getUint16(at + 10, true),
      crc: view.getUint32(at + 16, true),
      packed: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      isLink: kind === LINK,
      at: view.getUint32(at + 42, true),
    };
    if (!path.endsWith("/")) entries.push(entry);
    at += 46 + nameBytes + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

/** Where the record is that ends an archive: searched from the end, since a comment may follow it. */
function endOf(view: DataView): number | null {
  const first = Math.max(0, view.byteLength - END_BYTES - COMMENT_MAX);
  for (let at = view.byteLength - END_BYTES; at >= first; at--)
    if (view.getUint32(at, true) === END_OF_DIRECTORY) return at;
  return null;
}

/** Names that are not UTF-8 are read byte by byte, so that they can be reported. */
function nameIn(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** `null`: it differs from what the list of files says. */
function unpack(bytes: Uint8Array, { at, packed, size, method, crc }: Entry): Uint8Array | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (at + 30 > view.byteLength || view.getUint32(at, true) !== LOCAL_ENTRY) return null;
  const start = at + 30 + view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
  if (start + packed > bytes.byteLength) return null;
  const source = bytes.subarray(start, start + packed);
  const content = method === STORED ? source.slice() : inflated(source, size);
  return content?.byteLength === size && crcOf(content) === crc ? content : null;
}

function inflated(source: Uint8Array, size: number): Uint8Array | null {
  const content = new Uint8Array(size);
  let filled = 0;
  let isTooLong = false;
  const inflate = new Inflate((piece) => {
    isTooLong ||= filled + piece.byteLength > size;
    if (isTooLong) return;
    content.set(piece, filled);
    filled += piece.byteLength;
  });
  try {
    for (let at = 0; at < source.byteLength && !isTooLong; at += PIECE)
      inflate.push(source.subarray(at, at + PIECE), at + PIECE >= source.byteLength);
  } catch {
    return null;
  }
  return isTooLong || filled !== size ? null : content;
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});

function crcOf(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crc >>> 8) ^ (CRC_TABLE[(crc ^ byte) & 0xff] ?? 0);
  return (crc ^ 0xffffffff) >>> 0;
}
