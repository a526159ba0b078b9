import { asksBeforePrescribing } from '@cuida/core/catalogue/product/clinical-questions.ts'

/** A product in a bundle, a content service or an unfinished form of the panel: any field may be missing. */
export interface ProductDraft {
  scheduled?: boolean | null
  onDemand?: boolean | null
  prescribes?: boolean | null | undefined
  workingHours?: readonly Hours[] | null
  symptomCollector?: readonly Asked[] | null
}
interface Hours {
  closed?: boolean | null
  startTime?: string | null
  endTime?: string | null
}
type Answers = readonly (string | boolean)[]
type Asked = Parameters<typeof asksBeforePrescribing>[0][number] & {
  urgent?: { answers: Answers } | null | undefined
} & Partial<Record<SliderField, unknown>>
interface Problem {
  /** Field names and list indexes, as in Strapi. */
  path: string[]
  message: string
}

/**
 * The rules across a product's fields, for bundles, content services and Strapi's panel (content/cms/strapi-app.ts).
 */
export function productProblems(product: ProductDraft): Problem[] {
  const { scheduled, onDemand, prescribes } = product
  const questions = product.symptomCollector ?? []
  const problems = questions.flatMap((question, index) => questionProblems(question, index, questions))
  for (const [index, { closed, startTime, endTime }] of (product.workingHours ?? []).entries())
    if (!closed && !(startTime && endTime)) {
      const path = ['workingHours', String(index), startTime ? 'endTime' : 'startTime']
      problems.push({ path, message: 'is needed on a day that is not closed' })
    }
  if (scheduled === false && onDemand === false) {
    const message = 'must be on where “By appointment” is off: else nobody can book it'
    problems.push({ path: ['onDemand'], message })
  }
  if (prescribes && !SUBJECTS.every((subject) => asksBeforePrescribing(questions, subject))) {
    const message =
      'needs two questions about allergies and two about medicines: a required choice between none-known and yes, and a required text asked after yes'
    problems.push({ path: ['prescribes'], message })
  }
  return problems
}
const SUBJECTS = ['allergies', 'medicines'] as const

function questionProblems(question: Asked, index: number, questions: readonly Asked[]): Problem[] {
  const { type, key, askedWhen, urgent, options } = question
  const problems: Problem[] = []
  const add = (field: string, message: string) =>
    problems.push({ path: ['symptomCollector', String(index), field], message })
  const before = questions.slice(0, index)
  if (before.some((other) => other.key === key)) add('key', 'is the key of an earlier question')
  const earlierQuestion = before.find((other) => other.key === askedWhen?.question)
  if (askedWhen && !(earlierQuestion && offers(earlierQuestion, askedWhen.answers)))
    add('askedWhen', 'must name an earlier question and answers that it offers')
  if (!offers(question, urgent?.answers)) add('urgent', 'must name answers that this question offers')
  if (CHOICES.includes(type) && !(options && options.length >= 2)) add('options', 'must be two at least')
  if (type === 'slider') addSliderProblems(question, add)
  return problems
}
const CHOICES = ['multipleChoice', 'radio']
const SLIDER = ['min', 'max', 'step', 'minLabel', 'maxLabel'] as const
type SliderField = (typeof SLIDER)[number]

function addSliderProblems(slider: Asked, add: (field: SliderField, message: string) => void): void {
  const missing = SLIDER.filter((field) => (slider[field] ?? '') === '')
  for (const field of missing) add(field, 'is needed of a slider')
  if (missing.length > 0) return
  if (!(Number(slider.min) < Number(slider.max))) add('max', 'must be more than the least')
  if (!(Number(slider.step) > 0)) add('step', 'must be more than 0')
}

const offers = ({ type, options }: Asked, answers: Answers | undefined): boolean =>
  !Array.isArray(answers) ||
  answers.every((answer) =>
    typeof answer === 'boolean' ? type === 'yesNo' : options?.some(({ value }) => value === answer),
  )

/** As log lines: `symptomCollector[1].key is the key of an earlier question`. */
export const productProblemLines = (product: ProductDraft): string[] =>
  productProblems(product).map(({ path, message }) => `${path.join('.').replaceAll(/\.(\d+)/g, '[$1]')} ${message}`)
