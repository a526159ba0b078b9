import * as v from 'valibot'
import { PRESCRIPTION_MAX_DAYS } from '../../kit/assumptions.ts'
import { type Moves, nextState } from '../../kit/moves.ts'
import { Day, Id, Moment, Text } from '../../kit/shapes.ts'
import { VENDORS } from '../../kit/vendors/vendors.ts'
import { dayAfter } from '../../kit/zone.ts'
import { Dosage } from './dosage.ts'
import { groupsNamed } from './substances.ts'

/**
 * B3.15: route of administration. `S/D` (sin datos): not stated. `optical` is read as otic: the list has `ophthalmic`
 * for the eye and no other value for the ear.
 */
export const AdministrationRoute = v.picklist([
  'inhaled',
  'intra-articular',
  'intramuscular',
  'intravaginal',
  'intravenous',
  'nasal',
  'ophthalmic',
  'oral',
  'optical',
  'parenteral',
  'rectal',
  'S/D',
  'subcutaneous',
  'sublingual',
  'topic',
  'vaginal',
])
export type AdministrationRoute = v.InferOutput<typeof AdministrationRoute>

/**
 * Routes for the clinician's list, each once (`intravaginal` duplicates `vaginal`): first those most prescribed
 * (`used`:
 * counts in consultations of the same product), then `oral`, then in the specification's order.
 */
export function offeredRoutes(used: Partial<Record<AdministrationRoute, number>> = {}): AdministrationRoute[] {
  const weight = (route: AdministrationRoute) => (used[route] ?? 0) + (route === 'oral' ? 0.5 : 0)
  return AdministrationRoute.options
    .filter((route) => route !== 'intravaginal')
    .toSorted((one, other) => weight(other) - weight(one))
}

export const MAX_PRESCRIPTION_ITEMS = 20
/** Longest texts of an item, in characters. */
export const MAX_ITEM_LENGTHS = { medicine: 200, instructions: 500 } as const

const itemFields = {
  medicine: Text(2, MAX_ITEM_LENGTHS.medicine),
  route: AdministrationRoute,
  /** null: treatment without an end. */
  durationDays: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(PRESCRIPTION_MAX_DAYS))),
}

/** One medicine and its dosage, as a clinician enters it at the desk. */
export const PrescribedItem = v.pipe(
  v.object({
    ...itemFields,
    dosage: Dosage,
    instructions: v.optional(Text(0, MAX_ITEM_LENGTHS.instructions), ''),
  }),
  v.check(
    ({ dosage, instructions }) => dosage.frequency !== 'as-written' || instructions !== '',
    'INSTRUCTIONS_MISSING',
  ),
)
export type PrescribedItem = v.InferOutput<typeof PrescribedItem>

/**
 * A prescribed item as it is read. One signed at a provider has no dosage: its instructions may contain dose and
 * frequency.
 */
export const PrescriptionItem = v.object({
  ...itemFields,
  medicine: v.string(),
  /** ATC code of the catalogue entry with exactly this name; null for free text. */
  code: v.optional(v.nullable(v.string()), null),
  dosage: v.optional(v.nullable(Dosage), null),
  dose: v.string(),
  frequency: v.string(),
  quantity: v.string(),
  instructions: v.string(),
})
export type PrescriptionItem = v.InferOutput<typeof PrescriptionItem>

/**
 * `signing`: the clinician is in the provider's window. `sending`: signed at the desk, the provider has not answered
 * yet.
 * `refused`: the provider rejected it and nothing was issued. `cancelling`: the provider has not confirmed yet.
 */
export const PrescriptionState = v.picklist(['signing', 'sending', 'issued', 'refused', 'cancelling', 'cancelled'])
export type PrescriptionState = v.InferOutput<typeof PrescriptionState>

type PrescriptionEvent = 'accepted' | 'refused' | 'cancelRequested' | 'cancelled' | 'dispensed' | 'abandoned'
/** A `dispensed` prescription stays issued: the pharmacy was faster than the cancellation. */
export const prescriptionMoves: Moves<PrescriptionState, PrescriptionEvent> = {
  signing: { accepted: 'issued', abandoned: 'cancelled' },
  sending: { accepted: 'issued', refused: 'refused' },
  issued: { cancelRequested: 'cancelling' },
  cancelling: { cancelled: 'cancelled', dispensed: 'issued' },
  refused: {},
  cancelled: {},
}
export const movePrescription = (from: PrescriptionState, event: PrescriptionEvent): PrescriptionState | undefined =>
  nextState(prescriptionMoves, from, event)

export const PrescriptionTime = v.picklist(['current', 'past'])
export type PrescriptionTime = v.InferOutput<typeof PrescriptionTime>

/**
 * Whether a pharmacy still accepts it; the last day counts, in the clinic's calendar (`today`, YYYY-MM-DD). undefined
 * for one that was not issued (yet): the patient does not see it.
 */
export function prescriptionTime(
  { state, validUntil }: { state: PrescriptionState; validUntil: string },
  today: string,
): PrescriptionTime | undefined {
  if (state === 'signing' || state === 'refused') return undefined
  if (state === 'cancelled') return 'past'
  return today <= validUntil ? 'current' : 'past'
}

/** Why a last day is refused: it must be between `today` and a year from it. */
export function validityProblem(validUntil: string, today: string): 'PAST' | 'TOO_LONG' | undefined {
  if (validUntil < today) return 'PAST'
  return validUntil > dayAfter(today, PRESCRIPTION_MAX_DAYS) ? 'TOO_LONG' : undefined
}

/**
 * The known allergies that a medicine's name matches, ignoring accents and case: by a word of four letters or more, by
 * an abbreviation such as "AAS" or "AINE", by the only word of the allergy, or because both belong to the same group of
 * medicines (`groupsNamed`: amoxicillin with an allergy to penicillin). A match requires a reason before signing; no
 * match proves nothing.
 */
export function allergiesIn(medicine: string, allergies: readonly string[]): string[] {
  const named = wordsOf(medicine).map(plain)
  const groups = groupsNamed(named)
  return allergies.filter((allergy) => {
    const inGroup = [...groupsNamed(wordsOf(allergy).map(plain))].some((group) => groups.has(group))
    return inGroup || tellingWords(allergy).some((word) => named.includes(plain(word)))
  })
}
/** Length of the clinician's reason to prescribe despite a matching allergy, in characters. */
export const ALLERGY_REASON = { least: 10, most: 500 } as const

const wordsOf = (text: string): string[] => text.normalize('NFC').match(/\p{L}+/gu) ?? []
const plain = (word: string): string => word.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** Short words among others, such as "sal" and "uva", occur in too many medicine names to be a match. */
function tellingWords(allergy: string): string[] {
  const words = wordsOf(allergy).filter((word) => word.length >= 3)
  return words.filter((word) => word.length > 3 || words.length === 1 || word === word.toUpperCase())
}

export const PrescriptionProvider = v.picklist(VENDORS.prescriptions)
export type PrescriptionProvider = v.InferOutput<typeof PrescriptionProvider>

/** A prescription as its patient reads it. */
export const Prescription = v.object({
  id: Id,
  consultationId: Id,
  patient: v.object({ id: Id, firstName: v.string() }),
  clinician: v.object({ name: v.string(), registrationNumber: v.string() }),
  provider: PrescriptionProvider,
  state: PrescriptionState,
  time: PrescriptionTime,
  signedAt: Moment,
  validUntil: Day,
  items: v.array(PrescriptionItem),
})
export type Prescription = v.InferOutput<typeof Prescription>
