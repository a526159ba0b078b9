import type { Cart, CartChange, Symptom } from './cart.ts'

/** Fields of a cart that the patient's app may change. */
export type CartContent = Pick<
  Cart,
  'productId' | 'patientId' | 'symptoms' | 'summary' | 'contactMethod' | 'clinicianId' | 'ageConfirmed'
>

/** A new cart. */
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
 * Applies a change to a cart. Absent fields stay; answers merge one by one, so that concurrent changes lose nothing.
 * Another product has other questions: the cart keeps only the person and the contact method. `questions` are the keys
 * of the product's questions; answers to other keys are dropped. Answers belong to a person and are dropped when the
 * cart changes to another one. Until a person is chosen they belong to the account holder, `holderId`.
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

/** Whether answers for one person apply to the other: no person means the account holder. */
export function isSamePerson(
  one: string | null | undefined,
  other: string | null | undefined,
  holderId: string | undefined,
): boolean {
  return (one ?? holderId ?? null) === (other ?? holderId ?? null)
}
