import * as v from 'valibot'
import { tidyPasted } from '../../kit/pasted-text.ts'
import { LetterKind } from '../next-step/next-step-api.ts'

/** Papers of a consultation that a patient can keep or hand on. */
export const PaperKind = v.picklist(['notes', 'prescription', 'attendance', ...LetterKind.options])
export type PaperKind = v.InferOutput<typeof PaperKind>

/** Whether what a paper says still holds: only a prescription can run out or be cancelled. */
export const PaperStanding = v.picklist(['valid', 'expired', 'cancelled'])
export type PaperStanding = v.InferOutput<typeof PaperStanding>

/** Crockford's: no letter that is taken for a digit, and no U. Twelve of them are 60 bits. */
export const CODE_LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 12

/** A paper's code however somebody typed it, in capitals and without gaps; undefined when it can be none. */
export function spelledCode(typed: string): string | undefined {
  const plain = tidyPasted(typed).toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  return plain.length === LENGTH && [...plain].every((letter) => CODE_LETTERS.includes(letter)) ? plain : undefined
}

/** As it is printed: "7K2M-94QX-0RTB". */
export const printedCode = (code: string): string => code.replaceAll(/(.{4})(?=.)/g, '$1-')

/** "A. G." of Ana García: enough to see that a paper is about whoever hands it over, and no more. */
export const initialsOf = (...names: readonly string[]): string =>
  names.map((name) => `${[...name.trim()][0]?.toUpperCase() ?? '–'}.`).join(' ')
