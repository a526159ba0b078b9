import { type MouseEvent, useEffect, useId, useRef } from 'react'
import { Icon } from '../Icon/Icon.tsx'
import { t } from '../i18n/messages.ts'
import { useTitleNote } from '../Screen/document-title.ts'
import css from './ErrorSummary.module.css'

interface ErrorSummaryProps {
  /** The field errors, in the order of the screen. */
  errors: readonly { id: string; message: string }[]
  /** Grows with each submit: then the summary takes the focus. */
  attempt: number
}

/** Two errors or more: "Hay un problema", with a way to each of them. */
export function ErrorSummary({ errors, attempt }: ErrorSummaryProps) {
  const box = useRef<HTMLElement>(null)
  // A dialog may have one above that of its page.
  const titleId = useId()
  const shown = errors.length > 0
  useTitleNote(shown ? t('ui.errorSummary.short') : undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: focus moves once for each submit
  useEffect(() => box.current?.focus(), [attempt])
  if (!shown) return null
  return (
    <section className={css.summary} ref={box} tabIndex={-1} aria-labelledby={titleId}>
      <h2 id={titleId}>
        <Icon name="error" />
        {t('ui.errorSummary.title')}
      </h2>
      <ul>
        {errors.map(({ id, message }) => (
          <li key={id}>
            <a href={`#${id}`} onClick={(event) => goToField(event, id)}>
              {message}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

function goToField(event: MouseEvent, id: string): void {
  const field = document.getElementById(id)
  if (!field) return
  event.preventDefault()
  field.focus({ preventScroll: true })
  // The label should be in view too.
  field.closest('[data-error]')?.scrollIntoView({ block: 'center' })
}
