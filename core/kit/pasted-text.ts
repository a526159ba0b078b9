/** Zero-width characters, soft hyphens, direction marks, fillers and other invisible characters. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu
/** Invisible characters to remove from a name. Chinese and Japanese names keep their variation selectors. */
const INVISIBLE_IN_NAME = /(?![\u200c\u200d])[\p{Cf}\u115f\u1160\u3164\uffa0]|\u034f/gu
/** Removes copying artefacts from a code, phone or e-mail address; full-width letters become ASCII. */
export const tidyPasted = (text: string): string => text.replaceAll(INVISIBLE, '').normalize('NFKC').trim()

/** Removes spaces and hyphens, which only make a code readable. */
export const tidyDigits = (code: string): string => tidyPasted(code).replaceAll(/[\s-]/g, '')

/** The digits and the `+` of a phone number; `00` becomes `+`. */
export const tidyPhone = (phone: string): string =>
  tidyPasted(phone)
    .replaceAll(/[\s()./\p{Pd}]/gu, '')
    .replace(/^00/, '+')

/** A person's name in one Unicode form, with its letters as typed. */
export const tidyName = (name: string): string =>
  name
    .replaceAll(INVISIBLE_IN_NAME, '')
    .normalize('NFC')
    .replaceAll(/([^\u200c\u200d]?)([\u200c\u200d]+)/gu, (_, before: string, joiners: string) =>
      isJoined(before) ? before + joiners[0] : before,
    )
    .trim()

/**
 * Joiners spell names in Persian and in Indian scripts, also at the end of a word. After other letters they are copying
 * artefacts.
 */
const isJoined = (letter: string): boolean =>
  /[\p{L}\p{M}]/u.test(letter) && !/[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}]/u.test(letter)
