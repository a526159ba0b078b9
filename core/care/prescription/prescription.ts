import * as v from 'valibot'
import { PRESCRIPTION_MOST_DAYS } from '../../kit/assumptions.ts'
import { type Moves, move } from '../../kit/moves.ts'
import { Day, Id, Moment, Text } from '../../kit/shapes.ts'
import { VENDORS } from '../../kit/vendors/vendors.ts'
import { dayAfter } from '../../kit/zone.ts'
import { Dosage } from './dosage.ts'
import { groupsNamed } from './substances.ts'

/**
 * B3.15: how a medicine is given. `S/D` (sin datos): the prescription does not say. `optical` is read as otic: the list has
 * `ophthalmic` for the eye and nothing else for the ear.
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
 * What a clinician chooses from: each route once (`intravaginal` is `vaginal` by another word), those most prescribed
 * (`used`: how often each was, in consultations of the same product) first, then `oral`, then in the specification's order.
 */
export function offeredRoutes(used: Partial<Record<AdministrationRoute, number>> = {}): AdministrationRoute[] {
  const weight = (route: AdministrationRoute) => (used[route] ?? 0) + (route === 'oral' ? 0.5 : 0)
  return AdministrationRoute.options
    .filter((route) => route !== 'intravaginal')
    .toSorted((one, other) => weight(other) - weight(one))
}

export const MOST_ITEMS = 20
/** Longest texts of an item, in characters. */
export const ITEM_MOST = { medicine: 200, instructions: 500 } as const

const itemFields = {
  medicine: Text(2, ITEM_MOST.medicine),
  route: AdministrationRoute,
  /** null: a treatment without an end. */
  durationDays: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(PRESCRIPTION_MOST_DAYS))),
}

/** One medicine and how to take it, as a clinician prescribes it at the desk. */
export const PrescribedItem = v.pipe(
  v.object({
    ...itemFields,
    dosage: Dosage,
    instructions: v.optional(Text(0, ITEM_MOST.instructions), ''),
  }),
  v.check(
    ({ dosage, instructions }) => dosage.frequency !== 'as-written' || instructions !== '',
    'INSTRUCTIONS_MISSING',
  ),
)
export type PrescribedItem = v.InferOutput<typeof PrescribedItem>

/**
 * The same as it is read. What was signed at a provider has no dosage, and says dose and frequency in its instructions, or
 * not at all.
 */
export const PrescriptionItem = v.object({
  ...itemFields,
  medicine: v.string(),
  /** ATC code of the catalogue's entry with exactly this name; null: free text. */
  code: v.optional(v.nullable(v.string()), null),
  dosage: v.optional(v.nullable(Dosage), null),
  dose: v.string(),
  frequency: v.string(),
  quantity: v.string(),
  instructions: v.string(),
})
export type PrescriptionItem = v.InferOutput<typeof PrescriptionItem>

/**
 * `signing`: the clinician is in the provider's own window. `sending`: signed here, the provider has not answered yet.
 * `refused`: the provider would not have it; nothing was issued. `cancelling`: the provider has not said yes yet.
 */
export const PrescriptionState = v.picklist(['signing', 'sending', 'issued', 'refused', 'cancelling', 'cancelled'])
export type PrescriptionState = v.InferOutput<typeof PrescriptionState>

type PrescriptionEvent = 'accepted' | 'refused' | 'cancelRequested' | 'cancelled' | 'dispensed' | 'abandoned'
/** A `dispensed` one stands: the pharmacy was faster than the request to cancel it. */
export const prescriptionMoves: Moves<PrescriptionState, PrescriptionEvent> = {
  signing: { accepted: 'issued', abandoned: 'cancelled' },
  sending: { accepted: 'issued', refused: 'refused' },
  issued: { cancelRequested: 'cancelling' },
  cancelling: { cancelled: 'cancelled', dispensed: 'issued' },
  refused: {},
  cancelled: {},
}
export const movePrescription = (from: PrescriptionState, event: PrescriptionEvent): PrescriptionState | undefined =>
  move(prescriptionMoves, from, event)

export const PrescriptionTime = v.picklist(['current', 'past'])
export type PrescriptionTime = v.InferOutput<typeof PrescriptionTime>

/**
 * Whether a pharmacy still takes it: its last day counts, by the clinic's calendar (`today`, YYYY-MM-DD). undefined: it
 * is no prescription yet, or never became one, and no patient sees it.
 */
export function prescriptionTime(
  { state, validUntil }: { state: PrescriptionState; validUntil: string },
  today: string,
): PrescriptionTime | undefined {
  if (state === 'signing' || state === 'refused') return undefined
  if (state === 'cancelled') return 'past'
  return today <= validUntil ? 'current' : 'past'
}

/** Why a last day cannot be chosen: `today` is the first that can, and a year from it the last. */
export function validityProblem(validUntil: string, today: string): 'PAST' | 'TOO_LONG' | undefined {
  if (validUntil < today) return 'PAST'
  return validUntil > dayAfter(today, PRESCRIPTION_MOST_DAYS) ? 'TOO_LONG' : undefined
}

/**
 * The known allergies that a medicine's name matches, whatever its accents and case: by a word of four letters or more, by an
 * abbreviation as "AAS" or "AINE", by the only word there is, or because both name the same group of medicines
 * (`groupsNamed`: amoxicillin for somebody allergic to penicillin). A match asks for a reason before signing; a name that
 * matches nothing proves nothing.
 */
export function allergiesIn(medicine: string, allergies: readonly string[]): string[] {
  const named = wordsOf(medicine).map(plain)
  const groups = groupsNamed(named)
  return allergies.filter((allergy) => {
    const inGroup = [...groupsNamed(wordsOf(allergy).map(plain))].some((group) => groups.has(group))
    return inGroup || tellingWords(allergy).some((word) => named.includes(plain(word)))
  })
}
/** Why a clinician prescribes a medicine that matches an allergy; in characters. */
export const ALLERGY_REASON = { least: 10, most: 500 } as const

const wordsOf = (text: string): string[] => text.normalize('NFC').match(/\p{L}+/gu) ?? []
const plain = (word: string): string => word.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** "Sal" and "uva" among other words are in too many names to say anything. */
function tellingWords(allergy: string): string[] {
  const words = wordsOf(allergy).filter((word) => word.length >= 3)
  return words.filter((word) => word.length > 3 || words.length === 1 || word === word.toUpperCase())
}

export const PrescriptionProvider = v.picklist(VENDORS.prescriptions)
export type PrescriptionProvider = v.InferOutput<typeof PrescriptionProvider>

/** As its patient reads it. */
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
