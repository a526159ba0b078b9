import * as v from 'valibot'
import { tidyPasted } from './pasted-text.ts'

const MAX_LENGTH = 254
/** A dot-atom (RFC 5322 §3.2.3), with letters, marks and digits of any script (RFC 6531). */
const LOCAL_PART = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u
const LABEL = /^[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?$/u

/**
 * Normalises an address: without copying artefacts, in one Unicode form, the domain in lower case. The local part keeps
 * its case; the database compares addresses by `lower(email)`.
 */
export function tidyEmail(typed: string): string {
  const address = tidyPasted(typed)
  const at = address.lastIndexOf('@')
  return (
    address.slice(0, at + 1) +
    address
      .slice(at + 1)
      .toLowerCase()
      .normalize('NFC')
  )
}

/** Whether a normalised address is valid: one `@`, a local part without quotes, a domain of at least two labels. */
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

/** An e-mail address. `format` has the name of JSON Schema. */
export const EmailAddress = v.pipe(
  v.string(),
  v.maxLength(MAX_LENGTH),
  v.metadata({ format: 'idn-email' }),
  v.transform(tidyEmail),
  v.check(isEmailAddress, 'must be an e-mail address'),
)

/** A `mailto:` link (RFC 6068); characters with a meaning in URLs or HTML are encoded. */
export const mailtoOf = (address: string): string =>
  `mailto:${encodeURIComponent(address).replaceAll('%40', '@').replaceAll("'", '%27')}`
