import {
  type Cart,
  CartChange,
  type ContactMethod,
  type Schedule,
  type Symptom,
} from '@cuida/core/booking/cart/cart.ts'
import { isSamePerson } from '@cuida/core/booking/cart/merge.ts'
import { Id, Moment, SessionKey } from '@cuida/core/kit/shapes.ts'
import * as v from 'valibot'

/** `now`: as soon as a clinician is free. `later`: at a time of the patient's choice. */
const Mode = v.picklist(['now', 'later'])
export type Mode = v.InferOutput<typeof Mode>

/** A time that a clinician offers, or that is held. */
export type Slot = v.InferOutput<typeof Schedule>

/** The running booking in local storage: the cart's key and what the server does not store. No health data. */
const StoredBooking = v.object({
  /** Absent until the server has created the cart. */
  sessionKey: v.optional(SessionKey),
  productId: v.string(),
  productSlug: v.string(),
  mode: Mode,
  /** The clinician whose calendar the patient chose. The cart names a clinician only once a time is held. */
  clinicianId: v.optional(Id),
  /** Of a repeated consultation: keys of the questions whose copied answers the patient has not confirmed yet. */
  toConfirm: v.optional(v.array(v.string())),
  /** Of a quickly repeated consultation: when it was created. Checkout shows its answers, and paying confirms them. */
  copiedFrom: v.optional(Moment),
  /**
   * The session that last received the cart, when the cart belongs to an account. Other sessions must fetch it first.
   */
  owner: v.optional(v.string()),
})
export type StoredBooking = v.InferOutput<typeof StoredBooking>

/** Unsaved changes: the last value of each field and of each question. */
const Changes = v.partial(
  v.object({
    ...v.omit(CartChange, ['productId']).entries,
    /** The patient or the product changed, so the answers in the cart no longer apply. */
    isAnew: v.boolean(),
  }),
)
export type Changes = v.InferOutput<typeof Changes>

/** Changes belong to one cart of one product: unsaved changes of another cart in this tab are not applied. */
const StoredChanges = v.object({ of: v.string(), changes: Changes })
const nameOf = ({ productId, sessionKey = '' }: StoredBooking): string => `${productId} ${sessionKey}`

/** The running booking, from the choice of a product to the order. */
export interface Booking extends StoredBooking {
  patientId?: string | undefined
  contactMethod?: ContactMethod | undefined
  symptoms: Symptom[]
  summary: string
  ageConfirmed: boolean
  /** The time held for this booking, and its expiry by the server's clock. */
  slot?: Slot | undefined
  lockExpiresAt?: string | undefined
  /** Some changes have not reached the server yet. */
  unsaved: boolean
}
export type BookingChange = Partial<
  Pick<Booking, 'patientId' | 'contactMethod' | 'symptoms' | 'summary' | 'ageConfirmed' | 'toConfirm' | 'copiedFrom'>
>

export interface BookingRequest {
  productId: string
  productSlug: string
  mode: Mode
  clinicianId?: string | undefined
}

/** What a new booking copies from a past consultation. */
export type CopiedAnswers = Pick<Booking, 'patientId' | 'contactMethod' | 'symptoms' | 'copiedFrom'> &
  Partial<Pick<Booking, 'summary'>> & { toConfirm: string[] }

/** Undefined for an entry of an older version, or a damaged or forged one. */
export const parseStored = (text: string | null): StoredBooking | undefined => parse(StoredBooking, text)

export const changesText = (stored: StoredBooking, changes: Changes): string =>
  JSON.stringify({ of: nameOf(stored), changes } satisfies v.InferOutput<typeof StoredChanges>)

export function parseChanges(stored: StoredBooking, text: string | null): Changes {
  const storedChanges = parse(StoredChanges, text)
  return storedChanges?.of === nameOf(stored) ? storedChanges.changes : {}
}

function parse<S extends v.GenericSchema>(schema: S, text: string | null): v.InferOutput<S> | undefined {
  try {
    const result = v.safeParse(schema, JSON.parse(text ?? 'null'))
    return result.success ? result.output : undefined
  } catch {
    return undefined
  }
}

/** The server's cart, overlaid with unsaved changes. */
export function bookingOf(stored: StoredBooking, cart: Cart | undefined, changes: Changes): Booking {
  const patientId = changes.patientId ?? cart?.patientId ?? undefined
  // Another tab chose another patient meanwhile: the server would refuse these answers as well.
  const isTheirs = !changes.answersFor || !patientId || changes.answersFor === patientId
  const ownChanges = isTheirs ? changes : {}
  const base = changes.isAnew ? undefined : cart
  const { schedule, clinicianId, lockExpiresAt } = cart ?? {}
  const slot = (stored.mode === 'later' && schedule) || undefined
  return {
    ...stored,
    patientId,
    contactMethod: changes.contactMethod ?? cart?.contactMethod ?? undefined,
    clinicianId: (slot && clinicianId) ?? stored.clinicianId ?? clinicianId ?? undefined,
    symptoms: withAnswers(base?.symptoms, ownChanges.symptoms),
    summary: ownChanges.summary ?? base?.summary ?? '',
    ageConfirmed: ownChanges.ageConfirmed ?? base?.ageConfirmed ?? false,
    slot,
    lockExpiresAt: (slot && lockExpiresAt) ?? undefined,
    unsaved: !stored.sessionKey || !isEmpty(changes),
  }
}

/** Adds a change to the unsaved ones; answers equal to what is shown are no changes. */
export function withChange(before: Changes, current: Booking, change: BookingChange): Changes {
  const { symptoms, toConfirm: _, copiedFrom: _device, ...fields } = change
  const changes: Changes = { ...before, ...defined(fields) }
  if (symptoms) {
    const isReset = current.symptoms.some(({ questionId }) => !symptoms.some((each) => each.questionId === questionId))
    const known = new Map(current.symptoms.map(({ questionId, answer }) => [questionId, JSON.stringify(answer)]))
    const changedAnswers = symptoms.filter(({ questionId, answer }) => known.get(questionId) !== JSON.stringify(answer))
    if (isReset) changes.isAnew = true
    changes.symptoms = isReset ? symptoms : withAnswers(before.symptoms, changedAnswers)
    if (changes.symptoms.length === 0) delete changes.symptoms
  }
  if (symptoms || change.summary !== undefined || change.ageConfirmed !== undefined)
    changes.answersFor = change.patientId ?? current.patientId ?? null
  return changes
}

/** The changes that remain once the server has those that were `sent`. */
export function removeSentChanges(changes: Changes, sent: Changes): Changes {
  const { answersFor, ...rest } = changes
  const unsentChanges: Changes = Object.fromEntries(
    Object.entries(rest).filter(([key, value]) => value !== sent[key as keyof Changes]),
  )
  if (unsentChanges.symptoms)
    unsentChanges.symptoms = unsentChanges.symptoms.filter((each) => !sent.symptoms?.includes(each))
  if (unsentChanges.symptoms?.length === 0) delete unsentChanges.symptoms
  return hasAnswers(unsentChanges) ? { ...unsentChanges, answersFor } : unsentChanges
}

/** The whole booking as changes for a new cart, when the old cart and its held time are gone. */
export const asChanges = ({ patientId, contactMethod, symptoms, summary, ageConfirmed }: Booking): Changes =>
  defined({ patientId, answersFor: patientId ?? null, contactMethod, symptoms, summary, ageConfirmed })

/** Changes the patient of the booking; answers given for another patient are asked again. */
export const changePatient = (
  { patientId: before }: Pick<Booking, 'patientId'>,
  patientId: string,
  holderId: string | undefined,
): BookingChange => ({
  patientId,
  ...(isSamePerson(before, patientId, holderId) ? {} : { symptoms: [], summary: '', ageConfirmed: false }),
})

export const isEmpty = (changes: Changes): boolean => Object.keys(changes).length === 0

const hasAnswers = ({ symptoms, summary, ageConfirmed }: Changes): boolean =>
  (symptoms ?? summary ?? ageConfirmed) !== undefined

const withAnswers = (known: Symptom[] = [], answers: Symptom[] = []): Symptom[] => [
  ...new Map([...known, ...answers].map((symptom) => [symptom.questionId, symptom])).values(),
]

const defined = <T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never
