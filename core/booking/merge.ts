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
 * `questions` are the keys of the product's questions; answers to anything else are not kept.
 */
export function mergeCart(cart: CartContent, change: CartChange, questions: readonly string[]): CartContent {
  const { patientId, contactMethod } = cart
  const base =
    change.productId === cart.productId ? cart : { ...emptyContent(change.productId), patientId, contactMethod }
  const answers = new Map(
    [...base.symptoms, ...(change.symptoms ?? [])].map((symptom) => [symptom.questionId, symptom]),
  )
  return {
    productId: change.productId,
    patientId: change.patientId === undefined ? base.patientId : change.patientId,
    symptoms: questions.map((key) => answers.get(key)).filter((symptom): symptom is Symptom => symptom !== undefined),
    summary: change.summary ?? base.summary,
    contactMethod: change.contactMethod ?? base.contactMethod,
    clinicianId: change.clinicianId === undefined ? base.clinicianId : change.clinicianId,
    ageConfirmed: change.ageConfirmed ?? base.ageConfirmed,
  }
}
