import type { Cart, CartChange, Symptom } from './cart.ts'

/** What the patient's app may change of a cart. */
export type CartContent = Pick<
  Cart,
  'productId' | 'patientId' | 'symptoms' | 'summary' | 'contactMethod' | 'clinicianId' | 'ageConfirmed'
>

/** A cart before anything is known of it. */
export const emptyContent = (productId: string): CartContent => ({
  productId,
  patientId: null,
  symptoms: [],
  summary: null,
  contactMethod: null,
  clinicianId: null,
  ageConfirmed: false,
})

/**
 * The cart after a change. What is left out stays; answers merge one by one, so that changes that cross each other
 * lose nothing. Another product asks other questions: it begins with the person and the contact method only.
 * `questions` are the keys of the product's questions; answers to anything else are not kept. Answers belong to a person:
 * those of one are dropped when the cart becomes another's. Until a person was chosen they are the holder's, `holderId`.
 */
export function mergeCart(
  cart: CartContent,
  change: CartChange,
  questions: readonly string[],
  holderId?: string,
): CartContent {
  const { patientId: before, contactMethod } = cart
  const ofProduct =
    change.productId === cart.productId ? cart : { ...emptyContent(change.productId), patientId: before, contactMethod }
  const patientId = change.patientId === undefined ? before : change.patientId
  const base = isSamePerson(before, patientId, holderId) ? ofProduct : { ...ofProduct, ...UNANSWERED }
  const isTheirs = change.answersFor === undefined || isSamePerson(change.answersFor, patientId, holderId)
  const accepted: Partial<CartChange> = isTheirs ? change : {}
  const answers = new Map(
    [...base.symptoms, ...(accepted.symptoms ?? [])].map((symptom) => [symptom.questionId, symptom]),
  )
  return {
    productId: change.productId,
    patientId,
    symptoms: questions.map((key) => answers.get(key)).filter((symptom): symptom is Symptom => symptom !== undefined),
    summary: accepted.summary ?? base.summary,
    contactMethod: change.contactMethod ?? base.contactMethod,
    clinicianId: change.clinicianId === undefined ? base.clinicianId : change.clinicianId,
    ageConfirmed: accepted.ageConfirmed ?? base.ageConfirmed,
  }
}

const UNANSWERED = { symptoms: [], summary: null, ageConfirmed: false } satisfies Partial<CartContent>

/** Whether answers for one are answers for the other: nobody in particular is the holder of the account. */
export function isSamePerson(
  one: string | null | undefined,
  other: string | null | undefined,
  holderId: string | undefined,
): boolean {
  return (one ?? holderId ?? null) === (other ?? holderId ?? null)
}
