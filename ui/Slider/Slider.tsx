import { type ReactNode, useId } from 'react'
import { IconButton } from '../Button/Button.tsx'
import { FieldGroup, type FieldText } from '../Field/Field.tsx'
import { t } from '../i18n/messages.ts'
import css from './Slider.module.css'

interface SliderProps extends FieldText {
  name?: string
  /** undefined until the user answers: the middle position is not an answer. */
  value: number | undefined
  onChange: (value: number) => void
  min: number
  max: number
  step?: number
  /** The labels of both ends. */
  ends: readonly [string, string]
  /** The unit after the number, such as "kg". */
  unit?: string
  /** The number above the scale, where the user may type it. */
  number: ReactNode
}

/** A number on a scale: a large number, a native range input, and 48 px step buttons for users with a tremor. */
export function Slider({ name, value, onChange, min, max, step = 1, ends, unit, number, ...text }: SliderProps) {
  const own = useId()
  const middle = min + Math.round((max - min) / 2 / step) * step
  const displayedValue = value ?? middle
  // Steps such as 0.1 are not exact in binary.
  const bounded = (next: number) => onChange(Math.min(max, Math.max(min, Number(next.toFixed(6)))))
  // The first press counts as an answer even when the thumb is already at that position.
  const answer = () => value === undefined && onChange(displayedValue)
  return (
    <FieldGroup {...text}>
      <div className={css.slider} data-unanswered={value === undefined || undefined}>
        <div className={css.numeral}>
          {number}
          {unit && <small> {unit}</small>}
        </div>
        <div className={css.track}>
          <IconButton
            icon="minus"
            label={t('ui.slider.less')}
            onClick={() => bounded(value === undefined ? middle : value - step)}
          />
          <input
            id={own}
            name={name}
            type="range"
            className={css.range}
            style={{ '--filled': `${((displayedValue - min) / (max - min)) * 100}%` }}
            min={min}
            max={max}
            step={step}
            value={displayedValue}
            aria-label={typeof text.label === 'string' ? text.label : undefined}
            aria-valuetext={value === undefined ? t('ui.slider.unanswered') : [value, unit].filter(Boolean).join(' ')}
            onChange={(event) => onChange(event.target.valueAsNumber)}
            onPointerUp={answer}
            onKeyDown={(event) => {
              // A key that is held or was pressed before the slider had the focus is no answer.
              if (event.repeat || (event.key !== ' ' && event.key !== 'Enter')) return
              if (value === undefined) event.preventDefault()
              answer()
            }}
          />
          <IconButton
            icon="plus"
            label={t('ui.slider.more')}
            onClick={() => bounded(value === undefined ? middle : value + step)}
          />
        </div>
        <div className={css.ends}>
          <span>{ends[0]}</span>
          <span>{ends[1]}</span>
        </div>
      </div>
    </FieldGroup>
  )
}
