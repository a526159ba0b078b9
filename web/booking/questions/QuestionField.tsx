import { type Answer, mostOf } from '@cuida/core/booking/questions/answers.ts'
import type { Question } from '@cuida/core/catalogue/product/question.ts'
import { CheckboxGroup } from '@cuida/ui/Checkbox/Checkbox.tsx'
import { RadioGroup, YesNo } from '@cuida/ui/RadioGroup/RadioGroup.tsx'
import { Slider } from '@cuida/ui/Slider/Slider.tsx'
import { TextArea } from '@cuida/ui/TextArea/TextArea.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { usePartner } from '../../kit/content/partner.tsx'
import { settled } from './answering.ts'

interface QuestionFieldProps {
  id: string
  question: Question
  answer: Answer | undefined
  onAnswer: (answer: Answer) => void
  error: string | undefined
}

/** How it is answered; said before anything happens by itself (WCAG 3.2.2). */
function hintOf(type: Question['type']): string | undefined {
  if (type === 'multipleChoice') return t('booking.answer.chooseSome')
  return type === 'radio' || type === 'yesNo' ? t('booking.answer.goesOn') : undefined
}

/** The control of one question, whichever of the five kinds it is. An answer of another kind counts as none. */
export function QuestionField({ id, question, answer, onAnswer, error }: QuestionFieldProps) {
  const { maximumLengthAllowed } = usePartner()
  const text = {
    id,
    error,
    labelHidden: true,
    label: question.text,
    name: question.key,
    hint: question.help ?? hintOf(question.type),
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
      const chosen = Array.isArray(answer) ? answer : []
      const choose = (after: string[]) => onAnswer(settled(options, chosen, after))
      return <CheckboxGroup {...text} options={options} value={chosen} onChange={choose} />
    }
    case 'slider': {
      const { min, max, step, minLabel, maxLabel, unit } = question
      const scale = { min, max, step, ends: [minLabel, maxLabel] as const, unit: unit ?? undefined }
      return <Slider {...text} {...scale} value={typeof answer === 'number' ? answer : undefined} onChange={onAnswer} />
    }
    case 'text': {
      const { placeholder } = question
      const value = typeof answer === 'string' ? answer : ''
      const limits = { placeholder: placeholder ?? undefined, most: mostOf(question, maximumLengthAllowed) }
      return <TextArea {...text} {...limits} value={value} onChange={onAnswer} />
    }
  }
}
