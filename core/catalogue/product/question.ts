import * as v from 'valibot'
import { MAX_TEXT_LENGTH } from '../../kit/text-length.ts'
import { Ages } from './ages.ts'

/**
 * Subjects that a product with prescriptions must ask about; the desk shows the answers where a clinician prescribes.
 */
export const ClinicalSubject = v.picklist(['allergies', 'medicines'])
export type ClinicalSubject = v.InferOutput<typeof ClinicalSubject>

const Key = v.pipe(v.string(), v.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/), v.maxLength(60))

/**
 * A question of a product's symptom questionnaire (B3.1). Answers refer to it by `key`, which survives edits and
 * translations.
 */
export const questionSchema = <T extends v.GenericSchema>(text: T) => {
  const answers = v.pipe(v.array(v.union([Key, v.boolean()])), v.minLength(1))
  const common = {
    key: Key,
    text,
    help: v.nullish(text, null),
    required: v.boolean(),
    /** Shown on the page of the question before it (`questionPages`). */
    samePage: v.nullish(v.boolean()),
    /** Shown only after one of these answers to an earlier question. */
    askedWhen: v.nullish(v.object({ question: Key, answers })),
    /** Asked only of patients of this sex and these ages (`questionsFor`). */
    askedOf: v.nullish(v.object({ sex: v.nullish(v.picklist(['Male', 'Female'])), ages: v.nullish(Ages) })),
    /**
     * The clinical subject, for prescriptions. It needs two questions: a choice between `NONE_KNOWN` and `YES`, and a
     * text that is shown after `YES` (`asksBeforePrescribing`).
     */
    about: v.nullish(ClinicalSubject),
    /** Answers that may mean an emergency: the emergency number is shown first. */
    urgent: v.nullish(v.object({ answers, text: v.nullish(text) })),
  }
  const options = v.pipe(v.array(v.object({ value: Key, label: text })), v.minLength(2), v.maxLength(30))
  const choice = v.object({
    value: Key,
    label: text,
    /** "None of these": choosing it clears the other options, and vice versa. */
    exclusive: v.nullish(v.boolean(), false),
  })
  return v.variant('type', [
    v.object({
      type: v.literal('multipleChoice'),
      ...common,
      options: v.pipe(v.array(choice), v.minLength(2), v.maxLength(30)),
    }),
    v.object({ type: v.literal('radio'), ...common, options }),
    v.object({ type: v.literal('yesNo'), ...common }),
    v.object({
      type: v.literal('text'),
      ...common,
      placeholder: v.nullish(text, null),
      /** Length limit below the partner's own; absent: the partner's. */
      maxLength: v.nullish(v.pipe(v.number(), v.integer(), v.minValue(20), v.maxValue(MAX_TEXT_LENGTH)), null),
    }),
    v.object({
      type: v.literal('slider'),
      ...common,
      min: v.number(),
      max: v.number(),
      step: v.pipe(v.number(), v.gtValue(0)),
      minLabel: text,
      maxLabel: text,
      /** Shown after the number: "kg", "hours". */
      unit: v.nullish(text, null),
    }),
  ])
}

export const Question = questionSchema(v.string())
export type Question = v.InferOutput<typeof Question>
export type QuestionType = Question['type']
