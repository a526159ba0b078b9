import { currentLocale } from '@cuida/ui/i18n/messages.ts'
import { useState } from 'react'
import css from './NumberInput.module.css'

interface NumberInputProps {
  id: string
  label: string
  value: number | undefined
  /** Undefined for a text that is no number. */
  onChange: (value: number | undefined) => void
  isInvalid: boolean
}

/**
 * A number as text: `type="number"` discards what is not a number, changes with the scroll wheel and refuses the decimal
 * comma in some browsers.
 */
export function NumberInput({ id, label, value, onChange, isInvalid }: NumberInputProps) {
  const [typed, setTyped] = useState<{ text: string; value: number | undefined }>()
  // Another control changed the number since it was typed.
  const text = typed?.value === value ? typed?.text : undefined
  return (
    <input
      id={id}
      className={css.number}
      inputMode="decimal"
      autoComplete="off"
      maxLength={8}
      placeholder="–"
      aria-label={label}
      aria-invalid={isInvalid || undefined}
      value={text ?? (value === undefined ? '' : formatNumber(value))}
      onChange={({ target }) => {
        const number = parseNumber(target.value)
        setTyped({ text: target.value, value: number })
        onChange(number)
      }}
    />
  )
}

const formatNumber = (value: number): string => value.toLocaleString(currentLocale(), { useGrouping: false })

/** Accepts a decimal comma and a decimal point in every language, because keyboards offer either. */
export function parseNumber(text: string): number | undefined {
  const plain = text.trim().replace(',', '.')
  return /^-?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : undefined
}
