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

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/**
 * The part of a change that a cart which reads `known` does not say yet. A tab tells only what its person did there: what
 * somebody wrote in another tab meanwhile is not overwritten by what this one remembers of it.
 */
export function changeSince(known: CartContent | undefined, wanted: CartChange): CartChange {
  if (known?.productId !== wanted.productId) return wanted
  const told = new Map(known.symptoms.map(({ questionId, answer }) => [questionId, answer]))
  const symptoms = wanted.symptoms?.filter(({ questionId, answer }) => !isSame(told.get(questionId), answer))
  const news = (key: 'patientId' | 'summary' | 'contactMethod' | 'clinicianId' | 'ageConfirmed') =>
    wanted[key] === undefined || wanted[key] === (known[key] ?? (key === 'summary' ? '' : null))
      ? {}
      : { [key]: wanted[key] }
  return {
    productId: wanted.productId,
    ...(symptoms && symptoms.length > 0 ? { symptoms } : {}),
    ...news('patientId'),
    ...news('summary'),
    ...news('contactMethod'),
    ...news('clinicianId'),
    ...news('ageConfirmed'),
  }
}

/**
 * What a person sees once the server has answered `told` to what was `sent`: what they changed since (`now`) is theirs,
 * everything else is the server's word, with what was written elsewhere.
 */
export function mergeReply<C extends Pick<CartContent, 'symptoms'>>(sent: C, now: C, told: C): C {
  const merged = { ...now }
  for (const key of Object.keys(told) as (keyof C)[])
    if (key !== 'symptoms' && isSame(sent[key], now[key])) merged[key] = told[key]
  const answersOf = ({ symptoms }: C) => new Map(symptoms.map((symptom) => [symptom.questionId, symptom]))
  const before = answersOf(sent)
  const mine = answersOf(now)
  const theirs = answersOf(told)
  for (const [key, symptom] of mine) if (!isSame(before.get(key), symptom) || !theirs.has(key)) theirs.set(key, symptom)
  const symptoms = [...theirs.values()]
  return { ...merged, symptoms: isSame(symptoms, now.symptoms) ? now.symptoms : symptoms }
}

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
