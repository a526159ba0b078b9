import { lengthOf } from '@cuida/core/kit/text-length.ts'
import { type TextareaHTMLAttributes, useRef } from 'react'
import { Field, type FieldText } from '../Field/Field.tsx'
import { useEarlyInput } from '../Field/use-early-input.ts'
import { t } from '../i18n/messages.ts'
import css from './TextArea.module.css'

interface TextAreaProps
  extends FieldText,
    Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'value' | 'onChange' | 'id' | 'className' | 'maxLength'> {
  value: string
  onChange: (value: string) => void
  /** The character limit. Longer text can be typed and shows an error, instead of being cut off. */
  most?: number
}

/** A textarea that grows with its text and, with a limit, counts the characters. */
export function TextArea(props: TextAreaProps) {
  const { label, hint, error, optional, id, labelHidden, value, onChange, most, ...rest } = props
  const area = useRef<HTMLTextAreaElement>(null)
  useEarlyInput(area, value, onChange)
  const length = lengthOf(value)
  const count = most !== undefined && (
    <p className={css.count} data-over={length > most || undefined} aria-live={length > most * 0.9 ? 'polite' : 'off'}>
      {t('ui.textArea.count', { written: length, most })}
    </p>
  )
  return (
    <Field label={label} hint={hint} error={error} optional={optional} id={id} labelHidden={labelHidden} below={count}>
      {({ className, ...control }) => (
        <div className={css.grow} data-text={`${value} `}>
          <textarea
            rows={4}
            {...rest}
            {...control}
            className={className}
            ref={area}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
        </div>
      )}
    </Field>
  )
}
