import { tidyPasted } from '../../kit/pasted-text.ts'
import type { DocumentType } from './profile.ts'

const LETTERS = 'TRWAGMYFPDXBNJZSQVHLCKE'

/** Upper case without the blanks, dots and hyphens that people write between the parts. */
export const tidyDocument = (number: string): string =>
  tidyPasted(number)
    .toUpperCase()
    .replaceAll(/[\s.-]/g, '')

/** Spanish identity document: eight digits and the letter that they give. */
export const isDni = (number: string): boolean => /^\d{8}[A-Z]$/.test(number) && hasItsLetter(number)

/** Spanish number of a foreigner: X, Y or Z stand for a first digit of 0, 1 or 2. */
export const isNie = (number: string): boolean =>
  /^[XYZ]\d{7}[A-Z]$/.test(number) && hasItsLetter(number.replace(/^[XYZ]/, (first) => String('XYZ'.indexOf(first))))

/** Countries agree on little more than letters and digits. */
export const isPassport = (number: string): boolean => /^(?=.*\d)[A-Z0-9]{5,15}$/.test(number)

const hasItsLetter = (number: string): boolean => number.at(-1) === LETTERS[Number(number.slice(0, -1)) % 23]

const CHECK: Record<DocumentType, (number: string) => boolean> = { DNI: isDni, NIE: isNie, PASSPORT: isPassport }

/** Whether a tidied number can be a document of that type. */
export const isDocument = (type: DocumentType, number: string): boolean => CHECK[type](number)

export const cpfDigits = (cpf: string): string => tidyPasted(cpf).replaceAll(/[\s./-]/g, '')

/** Brazilian taxpayer number: eleven digits, the last two computed from the others; one repeated digit is no CPF. */
export function isCpf(digits: string): boolean {
  if (!/^\d{11}$/.test(digits) || /^(\d)\1*$/.test(digits)) return false
  return digits.slice(9) === `${checkDigit(digits.slice(0, 9))}${checkDigit(digits.slice(0, 10))}`
}

function checkDigit(digits: string): number {
  let sum = 0
  for (const [place, digit] of [...digits].entries()) sum += Number(digit) * (digits.length + 1 - place)
  return ((sum * 10) % 11) % 10
}
