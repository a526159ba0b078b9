import type { Happened } from '../../consultation/status/actions.ts'
import type { ConsultationStatus } from '../../consultation/status/status.ts'
import { type PictureKind, pictureKindOf } from '../../kit/picture.ts'
import type { Document } from './document.ts'

// Files of a consultation (product 7.6): what may be sent, by whom and until when. Browser and server ask the same rules.

/** Bytes of one file as it is sent. */
export const MOST_DOCUMENT_BYTES = 10 * 1024 * 1024
/** Files of each side, patient's and clinician's, of one consultation: neither fills the other's place. */
export const MOST_DOCUMENTS = 20
/** Letters of a file's name. */
export const MOST_NAME = 100

export type FileKind = PictureKind | 'heic' | 'pdf'
/** As many first bytes as `kindOf` looks at. */
export const HEAD_BYTES = 32

const HEIC_BRANDS = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']

/**
 * What a file is by its first bytes, whatever it is called; undefined for whatever we do not take. An image of
 * the HEIF family may still turn out not to be HEIC: that is for the decoder to say.
 */
export function kindOf(head: Uint8Array): FileKind | undefined {
  const picture = pictureKindOf(head)
  if (picture) return picture
  const text = String.fromCharCode(...head.subarray(0, HEAD_BYTES))
  if (text.startsWith('%PDF-')) return 'pdf'
  return text.slice(4, 8) === 'ftyp' && HEIC_BRANDS.includes(text.slice(8, 12)) ? 'heic' : undefined
}

/**
 * A name that is safe to show and to save under: no folders, no letters that hide or turn others round, and no endings,
 * however many (`report.pdf.exe`): what a file is called says nothing about what it is.
 */
export function safeName(given: string): string {
  const last = given.slice(Math.max(given.lastIndexOf('/'), given.lastIndexOf('\\')) + 1)
  const shown = last.normalize('NFC').replaceAll(/[\p{C}\p{Zl}\p{Zp}"*:<>?|%]/gu, '')
  const bare = shown.trim().replace(/(\.[A-Za-z0-9]{1,8})+$/, '')
  return [...bare.replace(/^[\s.]+/, '')].slice(0, MOST_NAME).join('').trim()
}

/** The name to save it under. */
export const fileNameOf = ({ type }: Pick<Document, 'type'>, base: string): string =>
  `${base}.${type === 'application/pdf' ? 'pdf' : 'jpg'}`

/** A patient sends files until the notes are signed: after that nobody would read them. */
export const mayAdd = (status: ConsultationStatus): boolean =>
  status === 'PENDING' || status === 'QUEUED' || status === 'ACTIVE' || status === 'CLOSING'

/** Once a clinician took the consultation, what was sent is part of its record. */
export const mayRemove = (actions: readonly Happened[]): boolean => !actions.some(({ type }) => type === 'ASSIGNED')

/** A clinician gives the patient files while they hold the consultation and after it: a certificate comes late. */
export const mayGive = (status: ConsultationStatus): boolean =>
  status === 'ACTIVE' || status === 'CLOSING' || status === 'CLOSED' || status === 'CLOSED_WITH_ERROR'
