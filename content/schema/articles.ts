import { faqFields } from '@cuida/core/catalogue/faq.ts'
import { campaignFields } from '@cuida/core/invite/campaign.ts'
import { Moment } from '@cuida/core/kit/shapes.ts'
import { localTime, momentOf } from '@cuida/core/kit/zone.ts'
import { planFields } from '@cuida/core/subscription/plan.ts'
import { courseFields, WebinarJoinLink, webinarFields } from '@cuida/core/support/help/articles.ts'
import * as v from 'valibot'
import { entryFields, FilePath, FilmPath } from './product.ts'
import type { TextSchema } from './text.ts'

const Picture = v.nullish(FilePath, null)
/** A moment relative to the day on which the bundle is read, in the clinic's time zone, so that a demo never ages. */
const DemoMoment = v.strictObject({
  inDays: v.pipe(v.number(), v.integer()),
  at: v.pipe(v.string(), v.regex(/^([01]\d|2[0-3]):[0-5]\d$/)),
})
type DemoMoment = v.InferOutput<typeof DemoMoment>

export const faqSchema = (text: TextSchema) => v.strictObject({ ...entryFields, ...faqFields(text) })
export const webinarSchema = (text: TextSchema) =>
  v.strictObject({
    ...entryFields,
    ...webinarFields(text, FilmPath),
    startsAt: v.union([Moment, DemoMoment]),
    image: Picture,
    /** The join link for registered patients, valid shortly before the start. It is not served publicly. */
    joinUrl: v.nullish(WebinarJoinLink.entries.joinUrl, null),
  })
export const courseSchema = (text: TextSchema) =>
  v.strictObject({ ...entryFields, ...courseFields(text, FilmPath), image: Picture })
export const planSchema = (text: TextSchema) => v.strictObject({ ...entryFields, ...planFields(text) })
export const campaignSchema = (text: TextSchema) =>
  v.strictObject({
    ...entryFields,
    ...campaignFields(text),
    referrerImage: Picture,
    linkImage: Picture,
    refereeImage: Picture,
  })

const DAY_MS = 86_400_000

/** ISO 8601; `inDays` counts from today in `timeZone`. */
export function demoMoment({ inDays, at }: DemoMoment, timeZone: string, now: Date): string {
  const today = Date.parse(`${localTime(timeZone, now).day}T00:00:00Z`)
  const day = new Date(today + inDays * DAY_MS).toISOString().slice(0, 10)
  return momentOf(timeZone, day, at).toISOString()
}
