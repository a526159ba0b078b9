import { type Answer, type AnswerProblem, answerProblem, maxLengthOf } from '@cuida/core/booking/questions/answers.ts'
import type { Question } from '@cuida/core/catalogue/product/question.ts'
import { holdsCardNumber } from '@cuida/core/kit/card-number.ts'
import { lengthOf } from '@cuida/core/kit/text-length.ts'
import { CheckboxGroup } from '@cuida/ui/Checkbox/Checkbox.tsx'
import { t } from '@cuida/ui/i18n/messages.ts'
import { RadioGroup, YesNo } from '@cuida/ui/RadioGroup/RadioGroup.tsx'
import { Slider } from '@cuida/ui/Slider/Slider.tsx'
import { TextArea } from '@cuida/ui/TextArea/TextArea.tsx'
import { usePartner } from '../../kit/content/partner.tsx'
import { resolveChoices } from './answering.ts'
import { NumberInput } from './NumberInput.tsx'

interface QuestionFieldProps {
  id: string
  question: Question
  answer: Answer | undefined
  onAnswer: (answer: Answer) => void
  error: string | undefined
  /** A choice moves on by itself: nothing else is asked on the page. */
  isAlone: boolean
}

/** How to answer, announced before a choice moves on by itself (WCAG 3.2.2). */
function hintOf({ type }: Question, isAlone: boolean): string | undefined {
  if (type === 'multipleChoice') return t('booking.answer.chooseSome')
  return isAlone && (type === 'radio' || type === 'yesNo') ? t('booking.answer.goesOn') : undefined
}

/** The control for any of the five question types. An answer of another type counts as missing. */
export function QuestionField({ id, question, answer, onAnswer, error, isAlone }: QuestionFieldProps) {
  const { maximumLengthAllowed } = usePartner()
  const text = {
    id,
    error,
    labelHidden: true,
    label: question.text,
    name: question.key,
    hint: question.help ?? hintOf(question, isAlone),
    optional: !question.required,
  }
  switch (question.type) {
    case 'yesNo':
      return <YesNo {...text} value={typeof answer === 'boolean' ? answer : undefined} onChange={onAnswer} />
    case 'radio': {
      const value = typeof answer === 'string' ? answer : undefined
      return <RadioGroup {...text} options={question.options} value={value} onChange={onAnswer} />
    }
    case 'multipleChoice': {
      const { options } = question
      const selectedOptions = Array.isArray(answer) ? answer : []
      const choose = (after: string[]) => onAnswer(resolveChoices(options, selectedOptions, after))
      return <CheckboxGroup {...text} options={options} value={selectedOptions} onChange={choose} />
    }
    case 'slider': {
      const { min, max, step, minLabel, maxLabel, unit } = question
      const scale = { min, max, step, ends: [minLabel, maxLabel] as const, unit: unit ?? undefined }
      const value = typeof answer === 'number' ? answer : undefined
      const number = (
        <NumberInput
          id={id}
          label={question.text}
          value={value}
          // A number that was deleted is a blank answer, as a deleted text is.
          onChange={(typed) => onAnswer(typed ?? '')}
          isInvalid={error !== undefined}
        />
      )
      return <Slider {...text} {...scale} number={number} value={value} onChange={onAnswer} />
    }
    case 'text': {
      const { placeholder } = question
      const value = typeof answer === 'string' ? answer : ''
      const limits = { placeholder: placeholder ?? undefined, most: maxLengthOf(question, maximumLengthAllowed) }
      return <TextArea {...text} {...limits} value={value} onChange={onAnswer} />
    }
  }
}

/** The server refuses texts with a card number (product 6.5); checking here keeps the patient's text. */
export type Problem = AnswerProblem | 'CARD_NUMBER_REFUSED'

/** `allowed`: characters, by the partner’s `maximumLengthAllowed`. */
export function problemWith(question: Question, answer: Answer | undefined, allowed: number): Problem | undefined {
  if (typeof answer === 'string' && question.type === 'text' && holdsCardNumber(answer)) return 'CARD_NUMBER_REFUSED'
  return answerProblem(question, answer, allowed)
}

/** How to mend the answer, worded for the type of question. */
export function questionProblemMessage(
  question: Question,
  { answer, problem, allowed }: { answer: Answer | undefined; problem: Problem; allowed: number },
): string {
  if (problem === 'CARD_NUMBER_REFUSED') return t('booking.problem.card')
  if (problem === 'TOO_LONG' && question.type === 'text' && typeof answer === 'string')
    return t('booking.problem.tooLong', { max: maxLengthOf(question, allowed), count: lengthOf(answer) })
  if (problem === 'INVALID' && question.type === 'slider') {
    const { min, max, step } = question
    // The example shows how many decimals are accepted.
    return t('booking.problem.outOfScale', { min, max, example: min + step })
  }
  return t(`booking.problem.${question.type}`)
}
