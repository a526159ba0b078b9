import type { ContactMethod } from '../../booking/cart/cart.ts'
import type { CartContent } from '../../booking/cart/merge.ts'
import {
  type AnswerProblem,
  answerProblems,
  type SummaryProblem,
  summaryProblem,
} from '../../booking/questions/answers.ts'
import type { Product } from '../../catalogue/product/product.ts'

export type CartProblem = AnswerProblem | SummaryProblem
/** By field of the cart; answers as `symptoms.<question>`. */
export type CartProblems = Record<string, CartProblem>

/** A cart with a clinician needs one of their slots; without one it is on demand. */
export const isScheduled = (cart: Pick<CartContent, 'clinicianId'>): boolean => cart.clinicianId !== null

type Asked = Pick<Product, 'symptomCollector' | 'contactMethods' | 'scheduled' | 'onDemand'>

/** What a cart lacks for an order; empty when it is complete. Opening hours and slot holds are checked afterwards. */
export function cartProblems(
  cart: CartContent,
  product: Asked,
  partner: { availableContactMethods: readonly ContactMethod[]; maximumLengthAllowed: number },
): CartProblems {
  const problems: CartProblems = {}
  const answers = answerProblems(product.symptomCollector, cart.symptoms, partner.maximumLengthAllowed)
  for (const [key, problem] of Object.entries(answers)) problems[`symptoms.${key}`] = problem
  const summary = summaryProblem(cart.summary, product.symptomCollector)
  if (summary) problems.summary = summary
  if (!cart.patientId) problems.patientId = 'REQUIRED'
  if (!cart.contactMethod) problems.contactMethod = 'REQUIRED'
  else if (!contactMethodsOf(product, partner).includes(cart.contactMethod)) problems.contactMethod = 'INVALID'
  if (isScheduled(cart)) {
    if (!product.scheduled) problems.clinicianId = 'INVALID'
    return problems
  }
  if (!product.onDemand) problems.clinicianId = 'REQUIRED'
  else if (!cart.ageConfirmed) problems.ageConfirmed = 'REQUIRED'
  return problems
}

/** Contact methods that both product and partner offer, in the product's order. */
export const contactMethodsOf = (
  product: Pick<Product, 'contactMethods'>,
  partner: { availableContactMethods: readonly ContactMethod[] },
): ContactMethod[] => product.contactMethods.filter((method) => partner.availableContactMethods.includes(method))
