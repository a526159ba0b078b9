import * as v from 'valibot'
import { tidyPasted } from '../../kit/pasted-text.ts'
import { LetterKind } from '../next-step/next-step-api.ts'

/** Documents of a consultation that a patient can keep or hand on. */
export const IssuedDocumentKind = v.picklist(['notes', 'prescription', 'attendance', ...LetterKind.options])
export type IssuedDocumentKind = v.InferOutput<typeof IssuedDocumentKind>

/** Whether a document is still valid: only a prescription can expire or be cancelled. */
export const IssuedDocumentStatus = v.picklist(['valid', 'expired', 'cancelled'])
export type IssuedDocumentStatus = v.InferOutput<typeof IssuedDocumentStatus>

/** Crockford's base 32, without letters that look like digits and without U. Twelve characters are 60 bits. */
export const VERIFICATION_CODE_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 12

/** Normalises a typed code: capitals, no separators, look-alike letters replaced; undefined when it is not a code. */
export function parseVerificationCode(typed: string): string | undefined {
  const plain = tidyPasted(typed).toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  return plain.length === LENGTH && [...plain].every((letter) => VERIFICATION_CODE_ALPHABET.includes(letter))
    ? plain
    : undefined
}

/** The code in groups of four: "7K2M-94QX-0RTB". */
export const formatVerificationCode = (code: string): string => code.replaceAll(/(.{4})(?=.)/g, '$1-')

/** "A. G." for Ana García: enough for a recipient to compare with the person who presents the document. */
export const initialsOf = (...names: readonly string[]): string =>
  names.map((name) => `${[...name.trim()][0]?.toUpperCase() ?? '–'}.`).join(' ')
