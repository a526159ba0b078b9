import type { ActionDraft } from '../../consultation/status/actions.ts'
import type { ConsultationStatus } from '../../consultation/status/status.ts'
import { type PictureKind, pictureKindOf } from '../../kit/picture.ts'
import type { Document } from './document.ts'

// Files of a consultation (product 7.6): what may be sent, by whom and until when. Browser and server share these
// rules.

/** Largest file, in bytes as uploaded. */
export const MAX_DOCUMENT_BYTES = 10 * 1024 * 1024
/**
 * Files of one consultation for each side: the patient's files never use up the clinician's share, or the reverse.
 */
export const MAX_DOCUMENTS = 20
/** Longest file name, in characters. */
export const MAX_FILE_NAME_LENGTH = 100

export type FileKind = PictureKind | 'heic' | 'pdf'
/** How many first bytes `kindOf` needs. */
export const HEAD_BYTES = 32

const HEIC_BRANDS = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']

/**
 * The type of a file by its first bytes, whatever its name; undefined for types that are not accepted. An image of the
 * HEIF family may still turn out not to be HEIC; only the decoder can tell.
 */
export function kindOf(head: Uint8Array): FileKind | undefined {
  const picture = pictureKindOf(head)
  if (picture) return picture
  const text = String.fromCharCode(...head.subarray(0, HEAD_BYTES))
  if (text.startsWith('%PDF-')) return 'pdf'
  return text.slice(4, 8) === 'ftyp' && HEIC_BRANDS.includes(text.slice(8, 12)) ? 'heic' : undefined
}

/**
 * A name that is safe to show and to save: no folders, no invisible or direction-changing characters, and no extensions
 * (`report.pdf.exe`), because a name says nothing about the content.
 */
export function safeName(fileName: string): string {
  const last = fileName.slice(Math.max(fileName.lastIndexOf('/'), fileName.lastIndexOf('\\')) + 1)
  const visibleName = last.normalize('NFC').replaceAll(/[\p{C}\p{Zl}\p{Zp}"*:<>?|%]/gu, '')
  const bare = visibleName.trim().replace(/(\.[A-Za-z0-9]{1,8})+$/, '')
  return [...bare.replace(/^[\s.]+/, '')].slice(0, MAX_FILE_NAME_LENGTH).join('').trim()
}

/** File name for a download, with the extension of its type. */
export const fileNameOf = ({ type }: Pick<Document, 'type'>, base: string): string =>
  `${base}.${type === 'application/pdf' ? 'pdf' : 'jpg'}`

/** A patient may add files until the notes are signed: no clinician reads them afterwards. */
export const mayAdd = (status: ConsultationStatus): boolean =>
  status === 'PENDING' || status === 'QUEUED' || status === 'ACTIVE' || status === 'CLOSING'

/** Once a clinician has taken the consultation, the files are part of its record. */
export const mayRemove = (actions: readonly ActionDraft[]): boolean => !actions.some(({ type }) => type === 'ASSIGNED')

/** A clinician may add files while they hold the consultation and afterwards: a certificate often follows later. */
export const mayGive = (status: ConsultationStatus): boolean =>
  status === 'ACTIVE' || status === 'CLOSING' || status === 'CLOSED' || status === 'CLOSED_WITH_ERROR'
