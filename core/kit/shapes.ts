import * as v from 'valibot'
import { tidyDigits, tidyName, tidyPasted, tidyPhone } from './pasted-text.ts'
import { MOST_CHARACTERS } from './text-length.ts'
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
/** IANA name of a time zone that this runtime knows. */
export const TimeZone = v.pipe(v.string(), v.maxLength(60), v.check(isTimeZone))
export const Currency = v.picklist(['EUR', 'BRL', 'USD'])
export type Currency = v.InferOutput<typeof Currency>
/** Money in integer minor units (cents). */
export const Money = v.object({ amount: v.pipe(v.number(), v.integer(), v.minValue(0)), currency: Currency })
export type Money = v.InferOutput<typeof Money>
/** A sum that somebody of the desk types, in minor units. */
export const Sum = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100_000_000))
/** In international form, however it was pasted. `format` tells readers of the API what the text is. */
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
/** As it was typed: blanks are part of a password, and nothing cuts them off. */
export const Password = v.pipe(v.string(), v.minLength(1), v.maxLength(128))
/** Six digits of a message or an authenticator. */
export const Code = v.pipe(
  v.string(),
  v.maxLength(60),
  v.metadata({ format: 'one-time-code' }),
  v.transform(tidyDigits),
  v.regex(/^\d{6}$/),
)
export const Text = (min: number, max: number) => v.pipe(v.string(), v.trim(), v.minLength(min), v.maxLength(max))
/** Like `v.trim()`: the bounds after it are still published. */
const tidied = (tidy: (text: string) => string): v.BaseTransformation<string, string, never> => ({
  kind: 'transformation',
  type: 'tidied',
  reference: tidied,
  async: false,
  '~run': (dataset) => Object.assign(dataset, { value: tidy(dataset.value) }),
})
/** A name of a person or of a company. */
export const Name = (min: number, max: number) =>
  v.pipe(v.string(), tidied(tidyName), v.minLength(min), v.maxLength(max))
/** A code, a token or a search that people paste. */
export const PastedText = (min: number, max: number) =>
  v.pipe(v.string(), tidied(tidyPasted), v.minLength(min), v.maxLength(max))
/**
 * What a patient writes in their own words. How much of it is the partner's to say, on any day, so handlers ask
 * (`lengthProblem`); declared is only that nobody sends a book. Blanks around it and emoji count for more here.
 */
export const FreeText = (least = 1) => Text(least, 3 * MOST_CHARACTERS)
/** Why somebody at the desk acts: whoever reads the record later must understand it. */
export const Reason = Text(10, 500)
export const PageQuery = {
  page: v.optional(v.pipe(v.string(), v.regex(/^[1-9]\d{0,5}$/)), '1'),
  pageSize: v.optional(v.pipe(v.string(), v.regex(/^([1-9]\d?|100)$/)), '20'),
}
/**
 * Of a list that grows at its head: what comes after this item of it, in place of a page. A page by number would repeat what
 * a new item has pushed on to it.
 */
export const BeforeQuery = { before: v.optional(Id) }
/** A list: `page` from 1, `pageSize` up to 100 (product 2.6). */
export const listOf = <S extends v.GenericSchema>(item: S) =>
  v.object({ items: v.array(item), page: v.number(), pageSize: v.number(), total: v.number() })
/** The same of a list that nobody counts: `more`, whether there is a page after this one. */
export const pageOf = <S extends v.GenericSchema>(item: S) =>
  v.object({ items: v.array(item), page: v.number(), more: v.boolean() })
