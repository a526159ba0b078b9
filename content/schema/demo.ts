import { PROMO_CODE } from '@cuida/core/checkout/promo/promo.ts'
import { EmailAddress } from '@cuida/core/kit/email-address.ts'
import { Id, Slug } from '@cuida/core/kit/shapes.ts'
import { Address } from '@cuida/core/profile/address/address.ts'
import * as v from 'valibot'
import type { TextSchema } from './text.ts'

const Name = v.pipe(v.string(), v.trim(), v.minLength(2))
const Password = v.pipe(v.string(), v.minLength(8))
const Day = v.pipe(v.string(), v.isoDate())
const Sex = v.picklist(['Male', 'Female', 'PreferNotToSay'])
const Clock = v.pipe(v.string(), v.regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/))
/** Raster images only: the desk accepts no SVG photo either. */
const PhotoPath = v.pipe(v.string(), v.regex(/^[a-z0-9-]+(\/[a-z0-9-]+)*\.(png|jpg|webp)$/))
const Hours = v.strictObject({
  /** ISO weekdays: 1 is Monday. */
  days: v.pipe(v.array(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(7))), v.minLength(1)),
  starts: Clock,
  ends: Clock,
})

const clinician = (text: TextSchema) =>
  v.pipe(
    v.strictObject({
      id: Id,
      name: Name,
      specialty: text,
      registrationNumber: v.pipe(v.string(), v.nonEmpty()),
      /** The languages they consult in, as locale tags: `es`, `en`, `ca`. */
      languages: v.pipe(v.array(v.pipe(v.string(), v.regex(/^[a-z]{2}(-[A-Z]{2})?$/))), v.minLength(1)),
      bio: text,
      experience: v.pipe(v.array(text), v.minLength(1)),
      studies: v.pipe(v.array(text), v.minLength(1)),
      timeZone: v.pipe(v.string(), v.nonEmpty()),
      hours: v.pipe(v.array(Hours), v.minLength(1)),
      breaks: v.optional(v.array(Hours), []),
      bufferMinutes: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(15)),
      /** Slugs of the products that they offer. */
      products: v.pipe(v.array(Slug), v.minLength(1)),
      /** Hue of the initials that replace a missing photo, in degrees. */
      hue: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(359)),
      /** Photo, a file below `uploads` of the bundle; absent: initials. */
      photo: v.nullish(PhotoPath, null),
    }),
    /** Readers get `weeklyHours` with the breaks cut out, one row per stretch as in the database. */
    v.transform(({ hours, breaks, ...rest }) => ({ ...rest, weeklyHours: cutBreaks(hours, breaks) })),
  )

const Staff = v.strictObject({
  email: EmailAddress,
  password: Password,
  /** Base32. */
  totpSecret: v.pipe(v.string(), v.regex(/^[A-Z2-7]{16,}$/)),
  /** E.164: in a bridged call it rings before the patient's phone. */
  deskPhone: v.optional(v.pipe(v.string(), v.regex(/^\+[1-9]\d{5,14}$/))),
  role: v.picklist(['clinician', 'clinical-manager', 'clinician-and-clinical-manager']),
  name: Name,
  clinicianId: v.nullish(Id, null),
})

const person = { firstName: Name, lastName: Name, dateOfBirth: Day, sex: Sex }
const PastConsultation = v.strictObject({
  product: Slug,
  clinicianId: Id,
  /** First name of a dependant; absent for the holder. */
  patient: v.nullish(Name, null),
  daysAgo: v.pipe(v.number(), v.integer(), v.minValue(1)),
  contactMethod: v.picklist(['phone', 'video']),
  summary: v.pipe(v.string(), v.minLength(10)),
  /** Signed by the clinician; absent for a consultation that the patient cancelled. */
  notes: v.nullish(v.string(), null),
  /** Allergies that the clinician recorded then. */
  allergies: v.optional(v.array(v.pipe(v.string(), v.nonEmpty())), []),
})
const Discount = v.strictObject({
  product: Slug,
  percentage: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100)),
})
const Patient = v.strictObject({
  phone: v.pipe(v.string(), v.regex(/^\+[1-9]\d{5,14}$/)),
  country: v.pipe(v.string(), v.regex(/^[A-Z]{2}$/)),
  password: Password,
  ...person,
  email: EmailAddress,
  /** Locale of their notifications. */
  locale: v.pipe(v.string(), v.nonEmpty()),
  cpf: v.nullish(v.pipe(v.string(), v.regex(/^\d{11}$/)), null),
  document: v.nullish(
    v.strictObject({
      documentType: v.picklist(['DNI', 'NIE', 'PASSPORT']),
      documentNumber: v.pipe(v.string(), v.minLength(4)),
    }),
    null,
  ),
  /** Home and billing address. */
  address: v.nullish(Address, null),
  dependants: v.optional(v.array(v.strictObject(person)), []),
  /** The slug of a company of the demo. */
  company: v.nullish(Slug, null),
  pastConsultations: v.optional(v.array(PastConsultation), []),
  /** Printed beside the sign-in at start, in English. */
  note: v.pipe(v.string(), v.nonEmpty()),
})

/** A company whose employees come by links; each link is valid for a year from the loading of the demo. */
const Company = v.strictObject({
  slug: Slug,
  name: Name,
  redirectUrl: v.nullish(v.pipe(v.string(), v.url()), null),
  discounts: v.pipe(v.array(Discount), v.minLength(1)),
  links: v.array(
    v.strictObject({
      token: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{22}$/)),
      firstName: Name,
      lastName: Name,
      email: EmailAddress,
    }),
  ),
})

const Uses = v.pipe(v.number(), v.integer(), v.minValue(1))
/** A promo code; its days count from the loading of the demo. */
const PromoCode = v.strictObject({
  code: v.pipe(v.string(), v.regex(PROMO_CODE)),
  percentage: Discount.entries.percentage,
  campaign: Name,
  startedDaysAgo: v.optional(v.pipe(v.number(), v.integer()), 30),
  /** Negative: expired. Absent: no end. */
  endsInDays: v.nullish(v.pipe(v.number(), v.integer()), null),
  mostUses: v.nullish(Uses, null),
  mostUsesAnAccount: v.optional(Uses, 1),
  /** Slugs; absent: every product. */
  products: v.nullish(v.pipe(v.array(Slug), v.minLength(1)), null),
  disabled: v.optional(v.boolean(), false),
})

export const demoSchema = (text: TextSchema) =>
  v.strictObject({
    clinicians: v.array(clinician(text)),
    staff: v.array(Staff),
    companies: v.optional(v.array(Company), []),
    promoCodes: v.optional(v.array(PromoCode), []),
    patients: v.array(Patient),
  })
export type Demo = v.InferOutput<ReturnType<typeof demoSchema>>

interface Stretch {
  starts: string
  ends: string
}
interface OnDays extends Stretch {
  days: number[]
}
interface WeeklyHours extends Stretch {
  weekday: number
}

/** One row per weekday and stretch, without the breaks. Times are "HH:MM", so they compare as text. */
export function cutBreaks(hours: readonly OnDays[], breaks: readonly OnDays[]): WeeklyHours[] {
  return hours.flatMap(({ days, starts, ends }) =>
    days.flatMap((weekday) => {
      const pauses = breaks.filter((pause) => pause.days.includes(weekday))
      return pauses
        .reduce<Stretch[]>(disabledCapabilities, [{ starts, ends }])
        .map((stretch) => ({ weekday, ...stretch }))
    }),
  )
}

function disabledCapabilities(stretches: Stretch[], pause: Stretch): Stretch[] {
  return stretches.flatMap(({ starts, ends }) => {
    if (pause.ends <= starts || pause.starts >= ends) return [{ starts, ends }]
    const before = { starts, ends: pause.starts }
    const after = { starts: pause.ends, ends }
    return [before, after].filter((interval) => interval.starts < interval.ends)
  })
}
