import { tidyPasted } from '../../kit/pasted-text.ts'
import type { DocumentType } from './profile.ts'

const LETTERS = 'TRWAGMYFPDXBNJZSQVHLCKE'

/** Upper case, without the blanks, dots and hyphens that people type. */
export const tidyDocument = (number: string): string =>
  tidyPasted(number)
    .toUpperCase()
    .replaceAll(/[\s.-]/g, '')

/** Spanish identity document (DNI): eight digits and their check letter. */
export const isDni = (number: string): boolean => /^\d{8}[A-Z]$/.test(number) && hasItsLetter(number)

/** Spanish foreigner's number (NIE): X, Y or Z stand for a first digit of 0, 1 or 2. */
export const isNie = (number: string): boolean =>
  /^[XYZ]\d{7}[A-Z]$/.test(number) && hasItsLetter(number.replace(/^[XYZ]/, (first) => String('XYZ'.indexOf(first))))

/** Loose check: passport formats differ between countries. */
export const isPassport = (number: string): boolean => /^(?=.*\d)[A-Z0-9]{5,15}$/.test(number)

const hasItsLetter = (number: string): boolean => number.at(-1) === LETTERS[Number(number.slice(0, -1)) % 23]

const CHECK: Record<DocumentType, (number: string) => boolean> = { DNI: isDni, NIE: isNie, PASSPORT: isPassport }

/** Whether a normalised number is valid for that type. */
export const isDocument = (type: DocumentType, number: string): boolean => CHECK[type](number)

export const cpfDigits = (cpf: string): string => tidyPasted(cpf).replaceAll(/[\s./-]/g, '')

/**
 * Brazilian taxpayer number (CPF): eleven digits, the last two of them check digits; one repeated digit is invalid.
 */
export function isCpf(digits: string): boolean {
  if (!/^\d{11}$/.test(digits) || /^(\d)\1*$/.test(digits)) return false
  return digits.slice(9) === `${checkDigit(digits.slice(0, 9))}${checkDigit(digits.slice(0, 10))}`
}

function checkDigit(digits: string): number {
  let sum = 0
  for (const [index, digit] of [...digits].entries()) sum += Number(digit) * (digits.length + 1 - index)
  return ((sum * 10) % 11) % 10
}
