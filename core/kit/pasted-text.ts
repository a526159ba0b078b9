/** Width marks, soft hyphens, marks of direction, fillers and what else shows nothing. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu
/** The same in a name, where variation selectors choose how a Chinese or Japanese character is written. */
const INVISIBLE_IN_NAME = /(?![\u200c\u200d])[\p{Cf}\u115f\u1160\u3164\uffa0]|\u034f/gu
/** A code, phone or e-mail address without what copying adds: letters of full width become those of a keyboard. */
export const tidyPasted = (text: string): string => text.replaceAll(INVISIBLE, '').normalize('NFKC').trim()

/** A code that is written with gaps or hyphens only so that people can read it. */
export const tidyDigits = (code: string): string => tidyPasted(code).replaceAll(/[\s-]/g, '')

/** The digits and the `+` of a phone; `00` says the same as `+`. */
export const tidyPhone = (phone: string): string =>
  tidyPasted(phone)
    .replaceAll(/[\s()./\p{Pd}]/gu, '')
    .replace(/^00/, '+')

/** A person's name in one Unicode form, its letters as they were written. */
export const tidyName = (name: string): string =>
  name
    .replaceAll(INVISIBLE_IN_NAME, '')
    .normalize('NFC')
    .replaceAll(/([^\u200c\u200d]?)([\u200c\u200d]+)/gu, (_, before: string, joiners: string) =>
      isJoined(before) ? before + joiners[0] : before,
    )
    .trim()

/**
 * Joiners spell names in Persian and in scripts of India, at the end of a word too. Behind anything else they are left over
 * from copying.
 */
const isJoined = (letter: string): boolean =>
  /[\p{L}\p{M}]/u.test(letter) && !/[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}]/u.test(letter)
