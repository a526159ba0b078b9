import * as v from 'valibot'

const MAX_LENGTH = 254
/** A dot-atom (RFC 5322 §3.2.3), with letters, marks and digits of any script (RFC 6531). */
const LOCAL_PART = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u
const LABEL = /^(?!-)[\p{L}\p{M}\p{N}-]{1,63}(?<!-)$/u

/** What mail programs, chats and web pages add to a copied address: white space around it and invisible characters anywhere. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu

/**
 * One spelling of an address: without what copying adds, in one Unicode form, the domain in small letters. The local part
 * keeps its case; the database compares addresses by `lower(email)`.
 */
export function tidyEmail(typed: string): string {
  const address = typed.replaceAll(INVISIBLE, '').normalize('NFKC').trim()
  const at = address.lastIndexOf('@')
  return (
    address.slice(0, at + 1) +
    address
      .slice(at + 1)
      .toLowerCase()
      .normalize('NFC')
  )
}

/** Whether a tidy address can be somebody's: one `@`, a local part without quotes, a domain of two labels or more. */
export function isEmailAddress(address: string): boolean {
  const [localPart = '', domain = '', ...rest] = address.split('@')
  const labels = domain.split('.')
  return (
    address.length <= MAX_LENGTH &&
    rest.length === 0 &&
    LOCAL_PART.test(localPart) &&
    labels.length > 1 &&
    labels.every((label) => LABEL.test(label)) &&
    /^(?=.*\p{L}).{2,}$/u.test(labels.at(-1) ?? '')
  )
}

/** The e-mail address of a patient, a colleague, an employee or a partner. The name of its format is that of JSON Schema. */
export const EmailAddress = v.pipe(
  v.string(),
  v.maxLength(MAX_LENGTH),
  v.metadata({ format: 'idn-email' }),
  v.transform(tidyEmail),
  v.check(isEmailAddress, 'must be an e-mail address'),
)

/** `mailto:` with an address as RFC 6068 wants it; what has a meaning in addresses of pages or in HTML is encoded too. */
export const mailtoOf = (address: string): string =>
  `mailto:${encodeURIComponent(address).replaceAll('%40', '@').replaceAll("'", '%27')}`
