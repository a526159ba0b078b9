import * as v from 'valibot'
import { tidyDigits, tidyName, tidyPasted, tidyPhone } from './pasted-text.ts'
import { MAX_TEXT_LENGTH } from './text-length.ts'
import { isTimeZone } from './zone.ts'

/** Identifier of a row: a UUID in lower case. */
export const Id = v.pipe(v.string(), v.uuid())
/** Moment in time, ISO 8601 with offset. */
export const Moment = v.pipe(v.string(), v.isoTimestamp())
/** Calendar day, YYYY-MM-DD. */
export const Day = v.pipe(v.string(), v.isoDate())
/** Key of a cart: an opaque capability of 128+ bits (product 5.2). */
export const SessionKey = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{22,64}$/))
export const Slug = v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,80}$/))
/** IANA time zone name that this runtime knows. */
export const TimeZone = v.pipe(v.string(), v.maxLength(60), v.check(isTimeZone))
export const Currency = v.picklist(['EUR', 'BRL', 'USD'])
export type Currency = v.InferOutput<typeof Currency>
/** Money in integer minor units (cents). */
export const Money = v.object({ amount: v.pipe(v.number(), v.integer(), v.minValue(0)), currency: Currency })
export type Money = v.InferOutput<typeof Money>
/** An amount typed at the desk, in minor units. */
export const Sum = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100_000_000))
/** In international form, normalised from pasted text. `format` describes it in the OpenAPI document. */
const PhoneNumber = v.pipe(
  v.string(),
  v.maxLength(60),
  v.metadata({ format: 'phone' }),
  v.transform(tidyPhone),
  v.regex(/^\+[1-9]\d{5,14}$/),
)
export const Phone = v.object({
  number: PhoneNumber,
  country: v.pipe(v.string(), v.regex(/^[A-Z]{2}$/)),
})
export type Phone = v.InferOutput<typeof Phone>
/** Never trimmed: blanks are part of a password. */
export const Password = v.pipe(v.string(), v.minLength(1), v.maxLength(128))
/** A six-digit code from a message or an authenticator. */
export const Code = v.pipe(
  v.string(),
  v.maxLength(60),
  v.metadata({ format: 'one-time-code' }),
  v.transform(tidyDigits),
  v.regex(/^\d{6}$/),
)
export const Text = (min: number, max: number) => v.pipe(v.string(), v.trim(), v.minLength(min), v.maxLength(max))
/** Like `v.trim()`, so that the bounds after it still appear in the OpenAPI document. */
const tidied = (tidy: (text: string) => string): v.BaseTransformation<string, string, never> => ({
  kind: 'transformation',
  type: 'tidied',
  reference: tidied,
  async: false,
  '~run': (dataset) => Object.assign(dataset, { value: tidy(dataset.value) }),
})
/** A person's or company's name. */
export const Name = (min: number, max: number) =>
  v.pipe(v.string(), tidied(tidyName), v.minLength(min), v.maxLength(max))
/** A code, token or search term that users paste. */
export const PastedText = (min: number, max: number) =>
  v.pipe(v.string(), tidied(tidyPasted), v.minLength(min), v.maxLength(max))
/**
 * A patient's own text. The partner's limit can change at any time, so handlers check it (`lengthProblem`); the schema
 * only sets a technical limit, in which surrounding blanks and emoji count for more.
 */
export const FreeText = (least = 1) => Text(least, 3 * MAX_TEXT_LENGTH)
/** Reason for an action of staff; later readers of the audit must understand it. */
export const Reason = Text(10, 500)
/** Names of an item's fields with commas between, for a shorter answer. Absent: all fields. */
export function fieldsOf(entries: Readonly<Record<string, unknown>>) {
  const name = `(${Object.keys(entries).join('|')})`
  return v.optional(v.pipe(v.string(), v.maxLength(500), v.regex(new RegExp(`^${name}( *, *${name})*$`))))
}
/** A list: `page` from 1, `pageSize` up to 100 (product 2.6). */
export const listOf = <S extends v.GenericSchema>(item: S) =>
  v.object({ items: v.array(item), page: v.number(), pageSize: v.number(), total: v.number() })
