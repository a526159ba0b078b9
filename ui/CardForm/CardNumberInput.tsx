import { type ChangeEvent, useLayoutEffect, useRef } from 'react'
import { Field, type FieldText } from '../Field/Field.tsx'
import { Icon } from '../Icon/Icon.tsx'
import css from './CardForm.module.css'
import { caretAfter } from './caret.ts'

interface CardNumberInputProps extends FieldText {
  name?: string
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  /** Groups what was typed, as printed on the card (core/checkout/card.ts). */
  format: (typed: string) => string
  /** Name of the card's brand, once its first digits tell. */
  brand?: string | undefined
}

/** A card number in groups. The caret stays at the digit where it was; the phone's scanner may fill it. */
export function CardNumberInput({ name, value, onChange, onBlur, format, brand, ...text }: CardNumberInputProps) {
  const input = useRef<HTMLInputElement>(null)
  const caret = useRef<number | null>(null)
  useLayoutEffect(() => {
    if (caret.current === null) return
    input.current?.setSelectionRange(caret.current, caret.current)
    caret.current = null
  })
  function change({ target }: ChangeEvent<HTMLInputElement>): void {
    const formatted = format(target.value)
    const position = target.selectionStart ?? target.value.length
    // At the end the browser is right by itself, and scanners fill whole numbers.
    caret.current = position === target.value.length ? formatted.length : caretAfter(target.value, position, formatted)
    onChange(formatted)
  }
  return (
    <Field {...text}>
      {({ className, ...control }) => (
        <div className={css.box}>
          <input
            {...control}
            className={`${className} ${css.digits}`}
            ref={input}
            name={name}
            type="text"
            inputMode="numeric"
            autoComplete="cc-number"
            autoCorrect="off"
            spellCheck={false}
            value={value}
            onChange={change}
            onBlur={onBlur}
          />
          <span className={css.brand} aria-live="polite">
            <Icon name="card" size={20} />
            {brand}
          </span>
        </div>
      )}
    </Field>
  )
}
