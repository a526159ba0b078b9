import {
  categoryFields,
  groupFields,
  productFields,
  WorkingHours,
} from '@cuida/core/catalogue/product/product-summary.ts'
import { asksBeforePrescribing, ClinicalSubject, questionSchema } from '@cuida/core/catalogue/product/question.ts'
import { Moment, Slug } from '@cuida/core/kit/shapes.ts'
import * as v from 'valibot'
import type { TextSchema } from './text.ts'

export const entryFields = {
  /** Strapi's number of an entry; in a pack it is ours to choose and stays for good. */
  id: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** Absent: published with the pack. `null`: a draft, which is never served. */
  publishedAt: v.optional(v.nullable(Moment)),
}
/** A file below `uploads` of the pack. */
export const FilePath = v.pipe(v.string(), v.regex(/^[a-z0-9-]+(\/[a-z0-9-]+)*\.(svg|png|jpg|webp|avif)$/))

/** A film below `uploads` of the pack and its picture, or a film that another host shows. */
export const FilmPath = v.pipe(
  v.string(),
  v.regex(/^([a-z0-9-]+(\/[a-z0-9-]+)*\.(mp4|webm|webp|svg|jpg)|https:\/\/[^\s]+)$/),
)

export const packCategorySchema = (text: TextSchema) => v.strictObject({ ...entryFields, ...categoryFields(text) })

interface Ruled {
  prescribes?: boolean | null | undefined
  scheduled: boolean
  onDemand: boolean
  workingHours: readonly v.InferOutput<typeof WorkingHours>[]
  symptomCollector: readonly (Asked & { urgent?: { answers: readonly (string | boolean)[] } | null | undefined })[]
}
/** What a product must be beside its single fields, wherever it was read. */
export const PRODUCT_RULES: readonly [holds: (product: Ruled) => boolean, sentence: string][] = [
  [({ symptomCollector }) => haveDistinctKeys(symptomCollector), 'symptomCollector must not use a key twice'],
  [
    ({ symptomCollector: all }) => all.every((question, at) => followsEarlier(question, all.slice(0, at))),
    'symptomCollector askedWhen must name an earlier question and answers that it offers',
  ],
  [
    ({ symptomCollector }) => symptomCollector.every((question) => offers(question, question.urgent?.answers ?? [])),
    'symptomCollector urgent must name answers that its question offers',
  ],
  [
    ({ prescribes, symptomCollector }) =>
      !prescribes || ClinicalSubject.options.every((subject) => asksBeforePrescribing(symptomCollector, subject)),
    'symptomCollector must ask about allergies and about medicines where prescribes is true: a required radio with none-known and yes, and a required text asked after yes',
  ],
  [({ scheduled, onDemand }) => scheduled || onDemand, 'scheduled and onDemand must not both be false'],
  [({ workingHours }) => workingHours.every(hasTimes), 'workingHours need startTime and endTime unless closed'],
  [({ symptomCollector }) => symptomCollector.every(isWide), 'a slider’s min must be less than its max'],
]

export const packProductSchema = (text: TextSchema) =>
  v.pipe(
    v.strictObject({
      ...entryFields,
      ...productFields(text),
      category: Slug,
      icon: FilePath,
      /** Empty: never closes. */
      workingHours: v.array(WorkingHours),
      symptomCollector: v.array(questionSchema(text)),
      preSymptomCollectorPicture: v.nullish(FilePath, null),
      disclaimer: v.nullish(v.strictObject({ title: text, content: text }), null),
    }),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return
      for (const [holds, message] of PRODUCT_RULES) if (!holds(dataset.value)) addIssue({ message })
    }),
  )

export const packGroupSchema = (text: TextSchema) =>
  v.strictObject({
    ...entryFields,
    ...groupFields(text),
    icon: FilePath,
    products: v.pipe(v.array(Slug), v.minLength(1)),
  })

const haveDistinctKeys = (questions: readonly { key: string }[]): boolean =>
  new Set(questions.map(({ key }) => key)).size === questions.length
interface Asked {
  type: string
  key: string
  required: boolean
  about?: ClinicalSubject | null | undefined
  min?: number | undefined
  max?: number | undefined
  options?: readonly { value: string }[] | undefined
  askedWhen?: { question: string; answers: readonly (string | boolean)[] } | null | undefined
}
const offers = ({ type, options }: Asked, answers: readonly (string | boolean)[]): boolean =>
  answers.every((answer) =>
    typeof answer === 'boolean' ? type === 'yesNo' : options?.some(({ value }) => value === answer),
  )
const followsEarlier = ({ askedWhen }: Asked, earlier: readonly Asked[]): boolean => {
  const before = earlier.find(({ key }) => key === askedWhen?.question)
  return !askedWhen || (before !== undefined && offers(before, askedWhen.answers))
}
const hasTimes = ({ closed, startTime, endTime }: v.InferOutput<typeof WorkingHours>): boolean =>
  closed || Boolean(startTime && endTime)
const isWide = (question: { type: string; min?: number | undefined; max?: number | undefined }): boolean =>
  question.type !== 'slider' || Number(question.min) < Number(question.max)
